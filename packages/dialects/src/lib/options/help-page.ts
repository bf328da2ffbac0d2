/** Contents of the help of a program or a command. */
export interface HelpPage {
  readonly usage: string;
  /** Paragraphs and list items, one a line. */
  readonly description: string;
  readonly tables: readonly HelpTable[];
  readonly examples: readonly string[];
}

export interface HelpTable {
  readonly heading: string;
  readonly rows: readonly (readonly [term: string, about: string])[];
}

export interface HelpStyle {
  /** Columns of the terminal that shows the page; undefined if none does. */
  readonly columns?: number | undefined;
  /** Makes a heading stand out. */
  readonly heading?: (text: string) => string;
  /** Makes a flag or a command stand out. */
  readonly term?: (text: string) => string;
}

// Longer lines are hard to read.
const MAX_WIDTH = 100;
const MIN_WIDTH = 30;
const MAX_TERM = 34;
/** Column of explanations that stand below their terms. */
const INDENT = 8;

type Layout = Required<Omit<HelpStyle, 'columns'>> & { readonly width: number };

/** A page as text no wider than its terminal; only examples are never broken, so that they can be copied. */
export function helpText({ usage, description, tables, examples }: HelpPage, style: HelpStyle = {}): string {
  const width = Math.max(MIN_WIDTH, Math.min(style.columns || MAX_WIDTH, MAX_WIDTH));
  const layout = { heading: asIs, term: asIs, ...style, width };
  const [first = '', ...rest] = wrapped(`Usage: ${usage}`, width, '  ');
  const parts = [
    [first.replace(/^Usage:/, layout.heading), ...rest].map((line) => `${line}\n`).join(''),
    description
      .split('\n')
      // A list item's later lines stand under its first.
      .flatMap((line) => wrapped(line, width, /^- /.test(line) ? '  ' : ''))
      .join('\n')
      .concat('\n'),
    ...tables.filter(({ rows }) => rows.length > 0).map((table) => tableText(table, layout)),
    ...(examples.length > 0
      ? [`${layout.heading('Examples:')}\n${examples.map((example) => `  ${example}\n`).join('')}`]
      : []),
  ];
  return parts.join('\n');
}

function asIs(text: string): string {
  return text;
}

function tableText({ heading, rows }: HelpTable, layout: Layout): string {
  const column = Math.max(...rows.map(([term]) => term.length).filter((length) => length <= MAX_TERM), 0);
  // Beside long terms, a narrow terminal would break explanations after each word.
  const isNarrow = column + 4 > layout.width / 2;
  const text = rows.map((row) => rowText(row, isNarrow ? 0 : column, layout)).join('');
  return `${layout.heading(`${heading}:`)}\n${text}`;
}

/** A term with its explanation beside it, or below it if the term is longer than the column. */
function rowText([term, about]: HelpTable['rows'][number], column: number, { term: marked, width }: Layout): string {
  const margin = ' '.repeat(column === 0 ? INDENT : column + 4);
  const lines = wrapped(about, width - margin.length).map((line) => margin + line);
  const [first = '', ...rest] = lines;
  const gap = ' '.repeat(Math.max(0, column - term.length));
  const head =
    term.length > column ? [`  ${marked(term)}`, first] : [`  ${marked(term)}${gap}  ${first.slice(margin.length)}`];
  return [...head, ...rest].flatMap((line) => (line.trim() === '' ? [] : [`${line.trimEnd()}\n`])).join('');
}

/** Breaks at spaces. @param indent stands before all lines but the first */
function wrapped(text: string, width: number, indent = ''): string[] {
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
