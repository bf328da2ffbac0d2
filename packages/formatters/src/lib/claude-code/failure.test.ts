import type { Failure } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { editFailed } from './edit.ts';
import { toolFailed } from './failure.ts';
import { readFailed } from './read.ts';

describe('the failures that claude-code words itself', () => {
  const path = '/w/f';

  it.each<[typeof editFailed, Failure, string]>([
    [toolFailed, { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' }, 'file_path must be an absolute path'],
    [
      toolFailed,
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f', argument: 'file_path', candidates: ['/w/f'] },
      'file_path must be an absolute path\nDid you mean /w/f?',
    ],
    [
      toolFailed,
      { code: 'NOT_READ', path, version: 'sha256:1' },
      'File has not been read yet: /w/f. Read it first before writing to it. Its version is sha256:1.',
    ],
    [
      toolFailed,
      { code: 'NOT_READ', path, version: 'sha256:1', size: 2048, limit: 1023, bound: 'file-size' },
      'File has not been read yet: /w/f. File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. Nothing was written; --max-file-size raises the limit. Its version is sha256:1.',
    ],
    [
      toolFailed,
      { code: 'STALE_READ', path, version: 'sha256:1' },
      'File has changed since it was read: /w/f. Read it again before writing to it. Its version is sha256:1.',
    ],
    [editFailed, { code: 'NOT_FOUND', path, candidates: ['/w/g', '/w/h'] }, 'File not found: /w/f'],
    [
      editFailed,
      { code: 'INVALID_ARGUMENT', problem: 'equal-texts', path },
      'old_string and new_string are equal: there is nothing to change',
    ],
    [
      editFailed,
      { code: 'INVALID_ARGUMENT', problem: 'exists', exists: true, path },
      'old_string is empty, but /w/f exists: give the text to replace, or overwrite the file with Write',
    ],
    [editFailed, { code: 'NO_MATCH', path, nearest: [] }, 'old_string not found in /w/f'],
    [
      editFailed,
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
      'old_string not found in /w/f\nNearest: lines 1-2 (difference: line numbers copied from a listing, escaped characters, such as \\n or \\", line ending, trailing space, tabs for spaces, indentation, space between words, straight and curly quotes, look-alike Unicode, upper and lower case, other words)\n     1\ta\n     2\tb',
    ],
    [
      editFailed,
      { code: 'AMBIGUOUS_MATCH', path, actual: 3, expected: 1, lines: [1, 5, 7] },
      'old_string found 3 times. Use replace_all=true or provide more context to make it unique.',
    ],
    [
      editFailed,
      { code: 'AMBIGUOUS_MATCH', path, actual: 12, expected: 1, lines: [1, 1] },
      'old_string found 12 times. Use replace_all=true or provide more context to make it unique.',
    ],
    [readFailed, { code: 'NOT_FOUND', path, candidates: ['/w/g', '/w/h'] }, 'File not found: /w/f'],
    [readFailed, { code: 'IS_DIRECTORY', path }, 'Cannot read directory: /w/f'],
    [
      readFailed,
      { code: 'UNSUPPORTED_FILE', path, mimeType: null, size: 2048 },
      'Cannot display binary file: /w/f (2.0 KB)',
    ],
    [
      readFailed,
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'encrypted' },
      'Cannot read PDF: /w/f is encrypted, and opens with a password only',
    ],
    [
      readFailed,
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'damaged' },
      'Cannot read PDF: /w/f is damaged',
    ],
    [
      readFailed,
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'memory' },
      'Cannot read PDF: /w/f takes too much memory to read',
    ],
    [
      readFailed,
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 3 },
      'Offset 9 is past the end: /w/f has 3 lines',
    ],
    [
      readFailed,
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 1 },
      'Offset 9 is past the end: /w/f has 1 line',
    ],
    [
      readFailed,
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 0 },
      'Offset 9 is past the end: /w/f has 0 lines',
    ],
    [
      readFailed,
      { code: 'INVALID_RANGE', problem: 'past-page', path, page: 9, totalPages: 3 },
      'Page 9 is past the end: /w/f has 3 pages',
    ],
    [
      readFailed,
      { code: 'INVALID_RANGE', problem: 'past-cell', path, cell: 9, totalCells: 3 },
      'Offset 10 is past the end: /w/f has 3 cells',
    ],
    [
      readFailed,
      { code: 'TIMEOUT', problem: 'pdf', reason: 'time', timeoutMs: 50, path },
      'Cannot read PDF: /w/f takes too long to read',
    ],
    [readFailed, { code: 'TIMEOUT', problem: 'call', timeoutMs: 50 }, 'Call ended after 50 ms'],
  ])('%o explains %j', (explain, failure, expected) => {
    expect(explain(failure, { file_path: path })).toBe(expected);
  });

  it('names the allowed directories where access was denied', () => {
    expect(toolFailed({ code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] })).toBe(
      'Access denied: /w/f is outside the allowed directories or denied\nAllowed: /w, /x',
    );
  });
});
