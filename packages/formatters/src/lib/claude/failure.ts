import type { Failure } from '@dragoman/tools';
import { counted } from '../shared/counted.ts';
import { nearestPlaces } from '../shared/nearest-places.ts';
import { withAllowed } from './allowed.ts';

/** How dialect `editor` explains a failure. */
export function explained(failure: Failure): string {
  const { code, details } = failure;
  return `Error: ${SENTENCES[code]?.(details) ?? withAllowed(failure, { search: 'grep' })}`;
}

const SENTENCES: Partial<Record<Failure['code'], (details: Failure['details']) => string | null>> = {
  INVALID_ARGUMENT: ({ problem }) =>
    problem === 'empty-old-text'
      ? 'old_str is empty: give the text to replace, or write the file with create_file'
      : null,
  INVALID_RANGE: invalidRange,
  NO_MATCH: ({ path, nearest }) =>
    `old_str was not found in ${path}. It must match the file exactly, white space included${nearestPlaces(nearest)}`,
  AMBIGUOUS_MATCH: ({ path, actual, lines }) =>
    `old_str must be unique, but ${path} contains it ${actual} times (${atLines(lines, Number(actual))}). Add surrounding lines to make it unique, or pass replace_all`,
};

/** The lines of the places found. Several may lie in one line, and of many places only the first are known. */
function atLines(lines: unknown, count: number): string {
  const places = Array.isArray(lines) ? lines : [];
  const named = [...new Set(places)];
  return `at ${named.length === 1 ? 'line' : 'lines'} ${named.join(', ')}${count > places.length ? ' and more' : ''}`;
}

function invalidRange({ startLine, endLine, totalLines }: Failure['details']): string {
  const given = `view_range [${startLine}, ${endLine}]`;
  if (totalLines === 0) return `Invalid ${given}: the file is empty (0 lines), so no range is valid`;
  return `Invalid ${given}: must be [start, end] with 1 <= start <= end; the file has ${counted(totalLines, 'line')}, so the valid range is [1, ${totalLines}]`;
}
