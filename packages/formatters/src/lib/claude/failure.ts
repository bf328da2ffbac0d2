import type { Failure } from '@dragoman/tools';
import { failureSentence } from '../shared/failure-sentence.ts';

/** How dialect `editor` tells of a failure. */
export function explained(failure: Failure): string {
  const { code, details } = failure;
  if (code === 'INVALID_RANGE') return `Error: ${invalidRange(details)}`;
  return `Error: ${failureSentence(failure)}`;
}

function invalidRange({ startLine, endLine, totalLines }: Failure['details']): string {
  const given = `view_range [${startLine}, ${endLine ?? totalLines}]`;
  if (totalLines === 0) return `Invalid ${given}: the file is empty (0 lines), so no range is valid`;
  return `Invalid ${given}: must be [start, end] with 1 <= start <= end; the file has ${totalLines} lines, so the valid range is [1, ${totalLines}]`;
}
