import type { Failure, FailureOf } from '@dragoman/fs-core';
import { withAllowed } from '../shared/allowed.ts';
import { counted } from '../shared/counted.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';

/** Explains a failure of dialect `editor`. @example explained({ code: 'NOT_FOUND', path: 'a.md' }) */
export function explained(failure: Failure): string {
  return `Error: ${sentenceOf(failure)}`;
}

function sentenceOf(failure: Failure): string {
  switch (failure.code) {
    case 'NO_MATCH':
      return `old_str was not found in ${failure.path}. It must match the file exactly, white space included${nearestPlaces(failure.nearest)}`;
    case 'AMBIGUOUS_MATCH':
      return `old_str must be unique, but ${failure.path} contains it ${failure.actual} times (${atLines(failure)}). Add surrounding lines to make it unique, or pass replace_all`;
    case 'INVALID_RANGE':
      if (failure.problem === 'lines') return invalidRange(failure);
      break;
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'empty-old-text')
        return 'old_str is empty: give the text to replace, or write the file with create_file';
  }
  return withAllowed(failure, { search: 'grep' });
}

/** The lines of the places found. Several may lie in one line, and of many places only the first are known. */
function atLines({ lines, actual }: FailureOf<'AMBIGUOUS_MATCH'>): string {
  const named = [...new Set(lines)];
  return `at ${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${actual > lines.length ? ' and more' : ''}`;
}

interface Range {
  readonly startLine: number;
  readonly endLine?: number;
  readonly totalLines?: number;
}

function invalidRange({ startLine, endLine, totalLines = 0 }: Range): string {
  const given = `view_range [${startLine}, ${endLine}]`;
  if (totalLines === 0) return `Invalid ${given}: the file is empty (0 lines), so no range is valid`;
  return `Invalid ${given}: must be [start, end] with 1 <= start <= end; the file has ${counted(totalLines, 'line')}, so the valid range is [1, ${totalLines}]`;
}
