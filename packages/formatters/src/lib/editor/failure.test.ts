import type { Failure } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { explained } from './failure.ts';

describe('explained', () => {
  const path = '/w/f';

  it.each<[Failure, string]>([
    [
      { code: 'INVALID_ARGUMENT', problem: 'empty-old-text', path },
      'Error: old_str is empty: give the text to replace, or write the file with create_file',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 3 },
      'Error: Invalid view_range [9, 12]: must be [start, end] with 1 <= start <= end; the file has 3 lines, so the valid range is [1, 3]',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 1 },
      'Error: Invalid view_range [9, 12]: must be [start, end] with 1 <= start <= end; the file has 1 line, so the valid range is [1, 1]',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 0 },
      'Error: Invalid view_range [9, 12]: the file is empty (0 lines), so no range is valid',
    ],
    [
      { code: 'NO_MATCH', path, nearest: [] },
      'Error: old_str was not found in /w/f. It must match the file exactly, white space included',
    ],
    [
      {
        code: 'NO_MATCH',
        path,
        nearest: [
          {
            startLine: 1,
            endLine: 2,
            text: 'a\r\nb',
            differences: [
              'lineNumbers',
              'escapes',
              'lineEnding',
              'trailingSpace',
              'tabs',
              'indentation',
              'spacing',
              'quotes',
              'lookAlike',
              'case',
              'content',
            ],
          },
        ],
      },
      'Error: old_str was not found in /w/f. It must match the file exactly, white space included\nNearest: lines 1-2 (difference: line numbers copied from a listing, escaped characters, such as \\n or \\", line ending, trailing space, tabs for spaces, indentation, space between words, straight and curly quotes, look-alike Unicode, upper and lower case, other words)\n     1\ta\n     2\tb',
    ],
    [
      { code: 'AMBIGUOUS_MATCH', path, actual: 3, expected: 1, lines: [1, 5, 7] },
      'Error: old_str must be unique, but /w/f contains it 3 times (at lines 1, 5, 7). Add surrounding lines to make it unique, or pass replace_all',
    ],
    [
      { code: 'AMBIGUOUS_MATCH', path, actual: 12, expected: 1, lines: [1, 1] },
      'Error: old_str must be unique, but /w/f contains it 12 times (at line 1 and more). Add surrounding lines to make it unique, or pass replace_all',
    ],
  ])('%j', (failure, expected) => {
    expect(explained(failure)).toBe(expected);
  });

  const ambiguous = (actual: number, lines: readonly number[]) =>
    explained({ code: 'AMBIGUOUS_MATCH', path: 'f', expected: 1, actual, lines });

  it('names each line once in which a text stands several times', () => {
    expect(ambiguous(2, [1, 1])).toContain('contains it 2 times (at line 1).');
    expect(ambiguous(3, [1, 1, 4])).toContain('contains it 3 times (at lines 1, 4).');
    expect(ambiguous(12, [1, 2, 3])).toContain('contains it 12 times (at lines 1, 2, 3 and more).');
  });
});
