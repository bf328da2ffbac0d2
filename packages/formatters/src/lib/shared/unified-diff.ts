import { diffArrays } from 'diff/lib/diff/array.js';

export interface UnifiedDiffOptions {
  /** What the two header lines name. */
  readonly path: string;
}

const CONTEXT_LINES = 3;
const MAX_DIFF_LINES = 200;
// Beyond it the finest difference is not worth waiting for: one hunk tells the same.
const MAX_MILLISECONDS = 200;

/**
 * What changed between two texts as a unified diff (POSIX `diff -u`) with three lines of context. A change of more
 * than 200 lines is told in numbers. Texts that are equal give an empty string.
 */
export function unifiedDiff(before: string, after: string, { path }: UnifiedDiffOptions): string {
  if (before === after) return '';
  const hunks = hunksOf(changesBetween(linesOf(before), linesOf(after)));
  const header = [`--- ${path}`, `+++ ${path}`];
  const body = hunks.flatMap(hunkLines);
  if (body.length <= MAX_DIFF_LINES) return [...header, ...body].join('\n');
  const count = (sign: string) =>
    hunks.reduce((sum, hunk) => sum + hunk.filter((line) => line.sign === sign).length, 0);
  return `${header.join('\n')}\n(${count('-')} lines removed, ${count('+')} lines added; the diff is too long to show)`;
}

interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** 1-based numbers of the lines of both texts that come next, this one included. */
  readonly before: number;
  readonly after: number;
}

/** Lines with their endings, so that a missing final newline or another ending counts as a difference. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function changesBetween(before: readonly string[], after: readonly string[]): DiffLine[] {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const lead = Math.max(0, head - CONTEXT_LINES);
  const parts = [
    { sign: ' ' as const, lines: before.slice(lead, head) },
    ...editScript(removed, added),
    { sign: ' ' as const, lines: before.slice(before.length - tail).slice(0, CONTEXT_LINES) },
  ];
  const next = { before: lead + 1, after: lead + 1 };
  return parts.flatMap(({ sign, lines }) =>
    lines.map((text) => {
      const line = { sign, text, ...next };
      if (sign !== '+') next.before += 1;
      if (sign !== '-') next.after += 1;
      return line;
    }),
  );
}

interface Part {
  readonly sign: DiffLine['sign'];
  readonly lines: readonly string[];
}

function editScript(removed: string[], added: string[]): Part[] {
  const whole: Part[] = [
    { sign: '-', lines: removed },
    { sign: '+', lines: added },
  ];
  if (removed.length === 0 || added.length === 0) return whole;
  const parts = diffArrays(removed, added, { timeout: MAX_MILLISECONDS });
  if (parts === undefined) return whole;
  return parts.map((part) => ({ sign: part.added ? '+' : part.removed ? '-' : ' ', lines: part.value }));
}

function commonHead(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
}

function commonTail(before: readonly string[], after: readonly string[], head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let count = 0;
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count += 1;
  return count;
}

/** Groups the changed lines with their context; changes closer than twice the context share a hunk. */
function hunksOf(lines: readonly DiffLine[]): DiffLine[][] {
  const hunks: DiffLine[][] = [];
  let end = 0;
  lines.forEach((line, index) => {
    if (line.sign === ' ') return;
    const from = Math.max(index - CONTEXT_LINES, end);
    const to = Math.min(index + CONTEXT_LINES + 1, lines.length);
    const last = hunks.at(-1);
    if (last !== undefined && index - CONTEXT_LINES <= end) last.push(...lines.slice(end, to));
    else hunks.push(lines.slice(from, to));
    end = to;
  });
  return hunks;
}

function hunkLines(hunk: readonly DiffLine[]): string[] {
  const first = hunk[0] ?? { before: 1, after: 1 };
  const removed = hunk.filter(({ sign }) => sign !== '+').length;
  const added = hunk.filter(({ sign }) => sign !== '-').length;
  return [
    `@@ -${rangeOf(first.before, removed)} +${rangeOf(first.after, added)} @@`,
    ...hunk.flatMap(({ sign, text }) => {
      const shown = `${sign}${text.replace(/\r?\n$/, '')}`;
      return text.endsWith('\n') ? [shown] : [shown, '\\ No newline at end of file'];
    }),
  ];
}

/** An empty range names the line before it, as diff(1) does. */
function rangeOf(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return count === 0 ? `${start - 1},0` : `${start},${count}`;
}
