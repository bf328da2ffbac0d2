import type { ToolResult } from '@dragoman/dialects';
import { outcomeOf } from './outcome.ts';

// By the kind of a search's outcome, the fact that says how much there is.
const COUNTS: Readonly<Record<string, string>> = { grep: 'matches', glob: 'total', matches: 'shown', files: 'shown' };

/** Whether a result is that of a search that found nothing. */
export function foundNothing(result: ToolResult): boolean {
  const outcome = outcomeOf(result);
  const count = COUNTS[String(outcome.kind)];
  return count !== undefined && outcome[count] === 0;
}
