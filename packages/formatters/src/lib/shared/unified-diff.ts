import type { DifferingLines } from '@dragoman/outcomes/internal/parts';
import { counted } from './counted.ts';
import { diffHunks, type Hunk, NO_NEWLINE } from './diff-hunks.ts';

/** The facts of an edit. */
export interface EditedText {
  /** What the two header lines name. */
  readonly path: string;
  readonly differingLines: (context: number) => DifferingLines;
}

const CONTEXT_LINES = 3;
const MAX_DIFF_LINES = 200;

/**
 * What an edit changed as a unified diff (POSIX `diff -u`) with three lines of context. Of a diff of more than 200 lines
 * only the counts are shown. If nothing changed, the text is empty.
 */
export function unifiedDiff({ path, differingLines }: EditedText): string {
  const differing = differingLines(CONTEXT_LINES);
  if (differing.removed === differing.added) return '';
  const header = `--- ${path}\n+++ ${path}\n`;
  const hunks = diffHunks(differing.removed, differing.added, CONTEXT_LINES);
  const count = (side: 'removed' | 'added') => hunks.reduce((sum, hunk) => sum + hunk[side], 0);
  const [removed, added] = [count('removed'), count('added')];
  // No line is made of a diff that is surely too long.
  const shown = removed + added > MAX_DIFF_LINES ? null : shownHunks(differing, hunks);
  if (shown !== null && shown.reduce((sum, { lines }) => sum + 1 + lines.length, 0) <= MAX_DIFF_LINES)
    return header + shown.flatMap(hunkLines).join('\n');
  return `${header}(${counted(removed, 'line')} removed, ${counted(added, 'line')} added; the diff is too long to show)`;
}

interface ShownHunk {
  /** 1-based. */
  readonly oldStart: number;
  readonly newStart: number;
  /** With their signs, and without their newlines. */
  readonly lines: readonly string[];
}

/** Hunks of the lines from the first change to the last, with what stands around these. */
function shownHunks({ startLine, lead, trail }: DifferingLines, hunks: readonly Hunk[]): ShownHunk[] {
  return hunks.map(({ oldStart, newStart, lines }, index, { length }) => {
    const above = index === 0 ? signed(' ', lead) : [];
    const below = index === length - 1 ? signed(' ', trail) : [];
    const shift = startLine - 1 - above.length;
    return { oldStart: oldStart + shift, newStart: newStart + shift, lines: [...above, ...lines(), ...below] };
  });
}

function signed(sign: string, text: string): string[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.flatMap((line) => (line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE]));
}

function hunkLines({ oldStart, newStart, lines }: ShownHunk): string[] {
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
