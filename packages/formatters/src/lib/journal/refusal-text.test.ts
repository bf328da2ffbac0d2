import type { Refusal } from '@dragoman/outcomes/internal/parts';
import { describe, expect, it } from 'vitest';
import { refusalTexts } from './refusal-text.ts';

const shown = (path: string): string => path.slice(1);
const file = { isDirectory: false, changedBy: null };

describe('what keeps operations from being undone', () => {
  it.each<[Refusal, string[]]>([
    [{ problem: 'nothing' }, ['Nothing to undo']],
    [{ problem: 'unknown', id: '3f9c' }, ['No operation "3f9c"']],
    [
      { problem: 'ambiguous', id: '3f9c', ids: ['3f9c2a71', '3f9cb0d4'] },
      ['"3f9c" names 2 operations: 3f9c2a71, 3f9cb0d4'],
    ],
    [{ problem: 'state', id: '3f9c2a71', state: 'undone' }, ['3f9c2a71 is undone already']],
    [{ problem: 'state', id: '3f9c2a71', state: 'done' }, ['3f9c2a71 is not undone']],
    [
      {
        problem: 'files',
        operations: [
          {
            id: '3f9c2a71',
            files: [
              { ...file, path: '/a', problem: 'changed' },
              { ...file, path: '/b', problem: 'missing' },
              { ...file, path: '/c', problem: 'exists', isDirectory: true },
              { ...file, path: '/d', problem: 'not-kept' },
              { ...file, path: '/e', problem: 'changed', changedBy: 'b0d4e6f2' },
            ],
          },
        ],
      },
      [
        'Cannot undo 3f9c2a71: nothing was changed\n  a: changed since\n  b: no longer there\n  c/: there again\n' +
          '  d: its old content is not kept\n  e: changed by b0d4e6f2, which is not undone',
      ],
    ],
  ])('is said: %o', (refusal, texts) => {
    expect(refusalTexts(refusal, 'undo', shown)).toEqual(texts);
  });

  it.each<[Refusal, string]>([
    [{ problem: 'nothing' }, 'No operations are recorded'],
    [{ problem: 'files', operations: [{ id: '3f9c2a71', files: [] }] }, 'Cannot show 3f9c2a71'],
  ])('is said of a diff in its own words: %o', (refusal, text) => {
    expect(refusalTexts(refusal, 'diff', shown)).toEqual([text]);
  });
});
