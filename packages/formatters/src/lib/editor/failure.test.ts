import { describe, expect, it } from 'vitest';
import { explained } from './failure.ts';

describe('explained', () => {
  const ambiguous = (actual: number, lines: readonly number[]) =>
    explained({ code: 'AMBIGUOUS_MATCH', path: 'f', expected: 1, actual, lines });

  it('names each line once in which a text stands several times', () => {
    expect(ambiguous(2, [1, 1])).toContain('contains it 2 times (at line 1).');
    expect(ambiguous(3, [1, 1, 4])).toContain('contains it 3 times (at lines 1, 4).');
    expect(ambiguous(12, [1, 2, 3])).toContain('contains it 12 times (at lines 1, 2, 3 and more).');
  });

  it('names the range that is valid', () => {
    const range = (lines: { startLine: number; endLine: number; totalLines: number }) =>
      explained({ code: 'INVALID_RANGE', problem: 'lines', action: 'read', path: 'f', ...lines });
    expect(range({ startLine: 9, endLine: 12, totalLines: 3 })).toBe(
      'Error: Invalid view_range [9, 12]: must be [start, end] with 1 <= start <= end; the file has 3 lines, so the valid range is [1, 3]',
    );
    expect(range({ startLine: 1, endLine: 2, totalLines: 0 })).toBe(
      'Error: Invalid view_range [1, 2]: the file is empty (0 lines), so no range is valid',
    );
  });
});
