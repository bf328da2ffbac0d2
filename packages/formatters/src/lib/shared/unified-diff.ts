import { diffArrays } from 'diff/lib/diff/array.js';
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

/**
 * What changed between two texts as a unified diff (POSIX `diff -u`) with three lines of context. Of a diff of more
 * than 200 lines only the counts are shown. Equal texts give an empty string.
 */
export function unifiedDiff(before: string, after: string, { path, startLine = 1 }: UnifiedDiffOptions): string {
  if (before === after) return '';
  const header = `--- ${path}\n+++ ${path}\n`;
  const { parts, linesBefore } = changesBetween(before, after);
  const count = (sign: Part['sign']) =>
    parts.reduce((sum, part) => sum + (part.sign === sign ? part.lines.length : 0), 0);
  const [removed, added] = [count('-'), count('+')];
  // Skip the body early: with this many changed lines the diff cannot fit.
  const body =
    removed + added > MAX_DIFF_LINES ? null : hunksOf(numbered(parts, startLine + linesBefore)).flatMap(hunkLines);
  if (body !== null && body.length <= MAX_DIFF_LINES) return header + body.join('\n');
  return `${header}(${counted(removed, 'line')} removed, ${counted(added, 'line')} added; the diff is too long to show)`;
}

interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** 1-based numbers of the next line of each text, which may be this one. */
  readonly before: number;
  readonly after: number;
}

interface Changes {
  readonly parts: readonly Part[];
  /** Lines that both texts have before the first part. */
  readonly linesBefore: number;
}

function changesBetween(before: string, after: string): Changes {
  const { head, lead, removed, added, trail } = differingLines(before, after, CONTEXT_LINES);
  const parts: Part[] = [{ sign: ' ', lines: lead }, ...editScript(removed, added), { sign: ' ', lines: trail }];
  return { parts, linesBefore: head - lead.length };
}

/**
 * Numbers the lines. Of a long unchanged part it keeps only the context of the changes on either side, and one line
 * more, so that these changes do not come close enough to share a hunk.
 */
function numbered(parts: readonly Part[], first: number): DiffLine[] {
  const next = { before: first, after: first };
  const take = (sign: Part['sign'], lines: readonly string[]) =>
    lines.map((text) => {
      const line = { sign, text, ...next };
      if (sign !== '+') next.before += 1;
      if (sign !== '-') next.after += 1;
      return line;
    });
  return parts.flatMap(({ sign, lines }) => {
    const left = lines.length - 2 * CONTEXT_LINES - 1;
    if (sign !== ' ' || left <= 0) return take(sign, lines);
    const start = take(sign, lines.slice(0, CONTEXT_LINES + 1));
    next.before += left;
    next.after += left;
    return [...start, ...take(sign, lines.slice(-CONTEXT_LINES))];
  });
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
