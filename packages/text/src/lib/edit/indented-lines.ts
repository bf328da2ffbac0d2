import type { Pace } from '@dragoman/fs-core/internal/kernel';
import type { DocumentLines, LineEdit } from './document-lines.ts';
import { findMatches } from './find-matches.ts';

/** Lines that equal a text but for white space at their ends. */
export interface IndentedLines {
  /** Number of places where such lines stand, without overlap. */
  readonly places: number;
  /** The edit of the only place; null if there are several, or if its lines are not all shifted alike. */
  readonly edit: LineEdit | null;
}

/** An old text and what replaces it, both with LF for every newline. */
export interface LineTexts {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Finds whole lines that equal the old text but for white space at their ends. The new text is shifted as these lines are
 * against the old one: where that has one prefix of white space, they have another, the same in each line.
 */
export async function findIndentedLines(
  { texts }: DocumentLines,
  { oldText, newText }: LineTexts,
  pace: Pace,
): Promise<IndentedLines> {
  const sought = linesIn(oldText);
  if (sought.every(isBlank)) return { places: 0, edit: null };
  const haystack = await marked(texts, pace);
  const needle = await marked(sought, pace);
  const found: number[] = [];
  await findMatches({ haystack, needle }, (at) => found.push(at), pace);
  const [at] = found;
  if (at === undefined || found.length > 1) return { places: found.length, edit: null };
  const start = haystack.slice(0, at).split(LINE).length - 1;
  const shift = shiftBetween(sought, texts.slice(start, start + sought.length));
  const added = shift === null ? null : shifted(linesIn(newText), sought, shift);
  return { places: 1, edit: added === null ? null : { start, removed: sought.length, added } };
}

// Around each line stands what none holds at its ends, so that only whole lines are found.
const LINE = '\n';
const END = '\r';
const STRIDE = 1024;

async function marked(lines: readonly string[], pace: Pace): Promise<string> {
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    parts.push(line.slice(indentOf(line).length, endOf(line)));
    if (index % STRIDE === 0) await pace();
  }
  return parts.map((part) => LINE + part + END).join('');
}

function linesIn(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function isBlank(line: string): boolean {
  return endOf(line) === 0;
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Length of a line without white space at its end. */
function endOf(line: string): number {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return end;
}

/** A prefix of white space, and the one in its place. */
interface Shift {
  readonly from: string;
  readonly to: string;
}

/** Null if the lines are not all shifted alike. */
function shiftBetween(sought: readonly string[], found: readonly string[]): Shift | null {
  const first = sought.findIndex((line) => !isBlank(line));
  const shift = withoutCommonEnd(indentOf(sought[first] ?? ''), indentOf(found[first] ?? ''));
  const isAlike = sought.every((line, index) => {
    const [before, after] = [indentOf(line), indentOf(found[index] ?? '')];
    const fits = before.startsWith(shift.from) && after.startsWith(shift.to);
    return isBlank(line) || (fits && before.slice(shift.from.length) === after.slice(shift.to.length));
  });
  return isAlike ? shift : null;
}

function withoutCommonEnd(from: string, to: string): Shift {
  let common = 0;
  while (common < Math.min(from.length, to.length) && from.at(-1 - common) === to.at(-1 - common)) common += 1;
  return { from: from.slice(0, from.length - common), to: to.slice(0, to.length - common) };
}

/** Null if the first line is not indented like the first of the old ones, or another one less. */
function shifted(lines: readonly string[], sought: readonly string[], { from, to }: Shift): string[] | null {
  const least = indentOf(sought.find((line) => !isBlank(line)) ?? '');
  const filled = lines.filter((line) => !isBlank(line));
  const isIndented = filled.every((line, index) =>
    index === 0 ? indentOf(line) === least : indentOf(line).startsWith(least),
  );
  if (!isIndented) return null;
  return lines.map((line) => (isBlank(line) ? line : to + line.slice(from.length)));
}
