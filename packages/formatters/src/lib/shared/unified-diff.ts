import type { DifferingLines } from '@dragoman/tools';
import { structuredPatch } from 'diff/lib/patch/create.js';
import { counted } from './counted.ts';

/** The facts of an edit. */
export interface EditedText {
  /** What the two header lines name. */
  readonly path: string;
  readonly differingLines: (context: number) => DifferingLines;
}

const CONTEXT_LINES = 3;
const MAX_DIFF_LINES = 200;
// A finer diff is not worth a longer wait: one hunk says the same.
const MAX_MILLISECONDS = 200;
const PATCH_OPTIONS = { context: CONTEXT_LINES, timeout: MAX_MILLISECONDS };
const NO_NEWLINE = '\\ No newline at end of file';

/**
 * What an edit changed as a unified diff (POSIX `diff -u`) with three lines of context. Of a diff of more than 200 lines
 * only the counts are shown. If nothing changed, the text is empty.
 */
export function unifiedDiff({ path, differingLines }: EditedText): string {
  const differing = differingLines(CONTEXT_LINES);
  if (differing.removed === differing.added) return '';
  const header = `--- ${path}\n+++ ${path}\n`;
  const hunks = hunksIn(differing);
  const all = hunks.reduce((sum, { lines }) => sum + 1 + lines.length, 0);
  if (all <= MAX_DIFF_LINES) return header + hunks.flatMap(hunkLines).join('\n');
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
function hunksIn({ startLine, lead, removed, added, trail }: DifferingLines): Hunk[] {
  return hunksOf(removed, added).map(({ oldStart, newStart, lines }, index, { length }) => {
    const above = index === 0 ? signed(' ', lead) : [];
    const below = index === length - 1 ? signed(' ', trail) : [];
    const shift = startLine - 1 - above.length;
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

function hunkLines({ oldStart, newStart, lines }: Hunk): string[] {
  const unchanged = countSigned(lines, ' ');
  const before = rangeOf(oldStart, unchanged + countSigned(lines, '-'));
  const after = rangeOf(newStart, unchanged + countSigned(lines, '+'));
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
