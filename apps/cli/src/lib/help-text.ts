import type { Page, Table } from './pages.ts';

const WIDTH = 100;
const MAX_TERM = 34;

/** A page as text for a terminal. */
export function helpText({ usage, description, tables, examples }: Page): string {
  const examplesText = examples.map((example) => `  ${example}\n`).join('');
  const parts = [
    `Usage: ${usage}\n`,
    description
      .split('\n')
      .flatMap((line) => wrapped(line, WIDTH))
      .join('\n')
      .concat('\n'),
    ...tables.filter(({ rows }) => rows.length > 0).map(tableText),
    ...(examples.length > 0 ? [`Examples:\n${examplesText}`] : []),
  ];
  return parts.join('\n');
}

function tableText({ heading, rows }: Table): string {
  const width = Math.max(...rows.map(([term]) => term.length).filter((length) => length <= MAX_TERM), 0);
  return `${heading}:\n${rows.map((row) => rowText(row, width)).join('')}`;
}

/** A term with its meaning beside it, or below it where the term is longer than the column. */
function rowText([term, about]: Table['rows'][number], width: number): string {
  const margin = ' '.repeat(width + 4);
  const [first = '', ...rest] = wrapped(about, WIDTH - margin.length);
  const head = term.length > width ? `  ${term}\n${margin}${first}` : `  ${term.padEnd(width)}  ${first}`;
  return [head, ...rest.map((line) => margin + line)].map((line) => `${line.trimEnd()}\n`).join('');
}

/** Breaks at spaces; a list item's later lines stand under its first. */
function wrapped(text: string, width: number): string[] {
  const indent = /^- /.test(text) ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = line === '' && lines.length === 0 ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
