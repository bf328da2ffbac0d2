import { structuredPatch } from 'diff/lib/patch/create.js';
import { counted } from './counted.ts';
import { differingLines } from './differing-lines.ts';

export interface UnifiedDiffOptions {
  /** What the two header lines name. */
  readonly path: string;
  /** 1-based line of a longer text at which both texts begin. */
  readonly startLine?: number;
}

export const CONTEXT_LINES = 3;
const MAX_DIFF_LINES = 200;
// A finer diff is not worth a longer wait: one hunk says the same.
const MAX_MILLISECONDS = 200;
const PATCH_OPTIONS = { context: CONTEXT_LINES, timeout: MAX_MILLISECONDS };
const NO_NEWLINE = '\\ No newline at end of file';

/**
 * What changed between two texts as a unified diff (POSIX `diff -u`) with three lines of context. Of a diff of more
 * than 200 lines only the counts are shown. Equal texts give an empty string.
 */
export function unifiedDiff(before: string, after: string, { path, startLine = 1 }: UnifiedDiffOptions): string {
  if (before === after) return '';
  const header = `--- ${path}\n+++ ${path}\n`;
  const hunks = hunksBetween(before, after);
  const all = hunks.reduce((sum, { lines }) => sum + 1 + lines.length, 0);
  if (all <= MAX_DIFF_LINES) return header + hunks.flatMap((hunk) => hunkLines(hunk, startLine)).join('\n');
  const count = (sign: string) => hunks.reduce((sum, { lines }) => sum + countSigned(lines, sign), 0);
  return `${header}(${counted(count('-'), 'line')} removed, ${counted(count('+'), 'line')} added; the diff is too long to show)`;
}

interface Hunk {
  /** 1-based. */
  readonly oldStart: number;
  readonly newStart: number;
  /** With their signs, and without their newlines. */
  readonly lines: readonly string[];
}

/** The library sees no more than the lines from the first change to the last, so that a long text costs nothing. */
function hunksBetween(before: string, after: string): Hunk[] {
  const { head, lead, removed, added, trail } = differingLines(before, after, CONTEXT_LINES);
  return hunksOf(removed, added).map(({ oldStart, newStart, lines }, index, { length }) => {
    const above = index === 0 ? signed(' ', lead) : [];
    const below = index === length - 1 ? signed(' ', trail) : [];
    const shift = head - above.length;
    return { oldStart: oldStart + shift, newStart: newStart + shift, lines: [...above, ...lines, ...below] };
  });
}

function hunksOf(removed: string, added: string): readonly Hunk[] {
  const whole = () => [{ oldStart: 1, newStart: 1, lines: [...signed('-', removed), ...signed('+', added)] }];
  if (removed === '' || added === '') return whole();
  return structuredPatch('', '', removed, added, '', '', PATCH_OPTIONS)?.hunks ?? whole();
}

function signed(sign: string, text: string): string[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.flatMap((line) => (line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE]));
}

function hunkLines({ oldStart, newStart, lines }: Hunk, startLine: number): string[] {
  const unchanged = countSigned(lines, ' ');
  const before = rangeOf(oldStart + startLine - 1, unchanged + countSigned(lines, '-'));
  const after = rangeOf(newStart + startLine - 1, unchanged + countSigned(lines, '+'));
  const shown = lines.map((line, index) => (lines[index + 1] === NO_NEWLINE ? line : line.replace(/\r$/, '')));
  return [`@@ -${before} +${after} @@`, ...shown];
}

function countSigned(lines: readonly string[], sign: string): number {
  return lines.filter((line) => line.startsWith(sign)).length;
}

/** An empty range names the line before it, as diff(1) does. */
function rangeOf(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return count === 0 ? `${start - 1},0` : `${start},${count}`;
}
