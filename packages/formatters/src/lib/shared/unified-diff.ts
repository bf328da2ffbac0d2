import type { DifferingLines } from '@dragoman/outcomes/internal/parts';
import { counted } from './counted.ts';
import { diffHunks, type Hunk, hunkLines, NO_NEWLINE } from './diff-hunks.ts';
import { printableName } from './printable.ts';

/** The facts of an edit. */
export interface EditedText {
  /** The path in the two header lines. */
  readonly path: string;
  readonly differingLines: (context: number) => DifferingLines;
}

const CONTEXT_LINES = 3;
const MAX_DIFF_LINES = 200;

/**
 * Formats an edit as a unified diff (POSIX `diff -u`) with three lines of context. Of a diff of more than 200 lines
 * only the counts are shown. If nothing changed, the text is empty.
 */
export function unifiedDiff({ path, differingLines }: EditedText): string {
  const differing = differingLines(CONTEXT_LINES);
  if (differing.removed === differing.added) return '';
  const name = printableName(path);
  const header = `--- ${name}\n+++ ${name}\n`;
  const hunks = diffHunks(differing.removed, differing.added, CONTEXT_LINES);
  const count = (side: 'removed' | 'added') => hunks.reduce((sum, hunk) => sum + hunk[side], 0);
  const [removed, added] = [count('removed'), count('added')];
  // No line is made of a diff that is surely too long.
  const shown = removed + added > MAX_DIFF_LINES ? null : surrounded(differing, hunks).flatMap(shownLines);
  if (shown !== null && shown.length <= MAX_DIFF_LINES) return header + shown.join('\n');
  return `${header}(${counted(removed, 'line')} removed, ${counted(added, 'line')} added; the diff is too long to show)`;
}

/** A hunk for programs that show it: line numbers are 1-based, lines are without their endings. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each begins with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

// A message carries some megabytes, and a host shows less of them.
const MOST_PATCH_UNITS = 512 * 1024;

/** The hunks of an edit with three lines of context; null for too large ones. */
export function patchHunks(differingLines: EditedText['differingLines']): readonly PatchHunk[] | null {
  const differing = differingLines(CONTEXT_LINES);
  const { removed, added } = differing;
  if (removed === added) return [];
  if (removed.length + added.length > MOST_PATCH_UNITS) return null;
  return surrounded(differing, diffHunks(removed, added, CONTEXT_LINES)).map(({ lines, ...place }) => ({
    ...place,
    lines: [...lines()].map((line) => line.replace(/\r$/, '')),
  }));
}

type SurroundedHunk = Omit<Hunk, 'removed' | 'added'>;

/** Hunks of the lines from the first change to the last, with what stands around these. */
function surrounded({ startLine, lead, trail }: DifferingLines, hunks: readonly Hunk[]): SurroundedHunk[] {
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }, index, { length }) => {
    const above = index === 0 ? linesOf(lead) : [];
    const below = index === length - 1 ? linesOf(trail) : [];
    const [shift, more] = [startLine - 1 - above.length, above.length + below.length];
    return {
      ...{
        oldStart: oldStart + shift,
        oldLines: oldLines + more,
        newStart: newStart + shift,
        newLines: newLines + more,
      },
      lines: () => [...above.flatMap(kept), ...lines(), ...below.flatMap(kept)],
    };
  });
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function kept(line: string): string[] {
  return line.endsWith('\n') ? [` ${line.slice(0, -1)}`] : [` ${line}`, NO_NEWLINE];
}

/** Without the CR of a CRLF. */
function shownLines(hunk: SurroundedHunk): string[] {
  return [...hunkLines(hunk)].map((line, index, all) =>
    all[index + 1] === NO_NEWLINE ? line : line.replace(/\r$/, ''),
  );
}
