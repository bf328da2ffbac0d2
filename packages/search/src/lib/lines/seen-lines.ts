import type { SeenLine } from './line-search.ts';
import { pathKey } from './path-order.ts';

/** Number of lines of a file up to `behind`: 0 for a file after it, all for a file before it. */
export function seenLines(path: string, behind: SeenLine | undefined): number {
  if (behind === undefined || pathKey(path) > pathKey(behind.path)) return 0;
  return path === behind.path ? behind.line : Number.POSITIVE_INFINITY;
}
