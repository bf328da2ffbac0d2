import type { ReplaceTextOutcome } from '@dragoman/tools';
import { CONTEXT_LINES, unifiedDiff } from './unified-diff.ts';

/** Lines on either side of a change that are decoded first. */
const NEAR_LINES = 16;

type EditedText = Pick<ReplaceTextOutcome, 'path' | 'changedLines' | 'before' | 'after'>;

/** `unifiedDiff` of the whole texts; decodes only the lines around the change where these are enough. */
export function editDiff({ path, changedLines, before, after }: EditedText): string {
  const near = changedLines(NEAR_LINES);
  const tells = near.reachesEnd || !slides(near.before, near.after);
  return tells
    ? unifiedDiff(near.before, near.after, { path, startLine: near.startLine })
    : unifiedDiff(before(), after(), { path });
}

/** Whether the hunk can slide down past the given lines (repeated lines make its position ambiguous). */
function slides(before: string, after: string): boolean {
  const context = before.length - startOfLast(before, CONTEXT_LINES);
  const [old, now] = [before.slice(0, before.length - context), after.slice(0, after.length - context)];
  return old.startsWith(now) || now.startsWith(old);
}

/** Where the last `count` lines of a text begin that ends in a newline. */
function startOfLast(text: string, count: number): number {
  let start = text.length;
  for (let left = count; left > 0 && start > 0; left -= 1) start = text.lastIndexOf('\n', start - 2) + 1;
  return start;
}
