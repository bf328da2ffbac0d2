import type { DifferingLines } from '@dragoman/outcomes/internal/parts';
import { diffHunks } from '../shared/diff-hunks.ts';

const CONTEXT_LINES = 5;
/** Stands for lines that are left out. */
const GAP = '...';

/**
 * The changed lines of a new text and five around each change, with LF for every newline.
 * @param whole all of the new text, which is shown if nothing changed
 */
export function changedSnippet(differingLines: (context: number) => DifferingLines, whole: () => string): string {
  // One line more tells whether others are left out.
  const { lead, removed, added, trail } = differingLines(CONTEXT_LINES + 1);
  if (removed === added) return lfOnly(whole());
  const [above, changed, below] = [linesOf(lead), linesOf(added), linesOf(trail)];
  const shown = above.slice(-CONTEXT_LINES);
  if (above.length > CONTEXT_LINES) shown.unshift(GAP);
  for (const [index, { newStart, newLines }] of diffHunks(removed, added, CONTEXT_LINES).entries()) {
    if (index > 0) shown.push(GAP);
    shown.push(...changed.slice(newStart - 1, newStart - 1 + newLines));
  }
  shown.push(...below.slice(0, CONTEXT_LINES));
  if (below.length > CONTEXT_LINES) return [...shown, GAP].join('\n');
  const end = trail || added || lead;
  return shown.join('\n') + (end.endsWith('\n') ? '\n' : '');
}

function linesOf(text: string): string[] {
  const lines = lfOnly(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function lfOnly(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
