import type { HelpTable } from '@dragoman/dialects/internal/options';
import type { Page } from './pages.ts';

export interface Chapter {
  readonly name: string;
  readonly page: Page;
}

/** The manual page in the macros of man(7), from the same pages as help. */
export function manual(program: Page, chapters: readonly Chapter[], version: string): string {
  const { usage, summary, description, tables, examples } = program;
  return [
    `.TH DRAGOMAN 1 "" "dragoman ${version}" "User Commands"`,
    '.SH NAME',
    `dragoman \\- ${text(summary.replace(/^./, (letter) => letter.toLowerCase()))}`,
    '.SH SYNOPSIS',
    `.B ${text(usage)}`,
    '.SH DESCRIPTION',
    paragraphs(description),
    ...tables.map((table) => section('.SH', table)),
    ...chapters.map(chapterText),
    '.SH EXAMPLES',
    examplesText(examples),
  ]
    .join('\n')
    .concat('\n');
}

function chapterText({ name, page: { usage, description, tables, examples } }: Chapter): string {
  return [
    `.SH ${text(name.toUpperCase())}`,
    `.B ${text(usage)}`,
    paragraphs(description, true),
    ...tables.map((table) => section('.SS', table)),
    '.SS Examples',
    examplesText(examples),
  ].join('\n');
}

function section(macro: '.SH' | '.SS', { heading, rows }: HelpTable): string {
  const title = macro === '.SH' ? heading.toUpperCase() : heading;
  return [`${macro} ${text(title)}`, ...rows.map(([term, about]) => `.TP\n.B ${text(term)}\n${line(about)}`)].join(
    '\n',
  );
}

/** A description line by line, as help shows it. @param apart whether a new paragraph begins before it */
function paragraphs(description: string, apart = false): string {
  const lines = description.split('\n').map((each) => (each === '' ? '.PP' : line(each)));
  return [...(apart ? ['.PP'] : []), ...lines.flatMap((each, index) => breakBefore(lines[index - 1], each))].join('\n');
}

function breakBefore(before: string | undefined, line: string): string[] {
  // A blank at its beginning breaks a line by itself.
  const isApart = before === undefined || before === '.PP' || line === '.PP' || line.startsWith(' ');
  return isApart ? [line] : ['.br', line];
}

function examplesText(examples: readonly string[]): string {
  return ['.nf', ...examples.map(line), '.fi'].join('\n');
}

/** A line that roff does not take for a macro. An empty one would cause a warning. */
function line(words: string): string {
  const escaped = text(words);
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped || '\\&';
}

/** Text escaped for roff, so that dashes can be copied and backslashes are shown. */
function text(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll('…', '...')
    .replaceAll('’', "'");
}
