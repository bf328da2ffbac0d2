import type { GrepFile } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { matchLines } from './match-lines.ts';

const line = { kind: 'match', number: 1, text: 'x', cutBefore: 0, cutAfter: 0, afterGap: false } as const;
const file = (path: string, ...lines: GrepFile['lines']): GrepFile => ({ path, count: lines.length, lines });

describe('matchLines', () => {
  it('prints matches and context as ripgrep does', () => {
    const files = [file('a', { ...line, kind: 'context', text: 'before' }, { ...line, number: 2 }), file('b', line)];
    expect(matchLines(files, { prefix: 'd/', numbers: true, separated: false })).toEqual([
      'd/a-1-before',
      'd/a:2:x',
      'd/b:1:x',
    ]);
    expect(matchLines(files, { prefix: '', numbers: false, separated: true })).toEqual([
      'a-before',
      'a:x',
      '--',
      'b:x',
    ]);
  });

  it('separates groups that do not touch', () => {
    const files = [file('a', line, { ...line, number: 9, afterGap: true })];
    expect(matchLines(files, { prefix: '', numbers: true, separated: true })).toEqual(['a:1:x', '--', 'a:9:x']);
  });

  it('says how much of a long line is left out', () => {
    const files = [file('a', { ...line, cutBefore: 10, cutAfter: 20 })];
    expect(matchLines(files, { prefix: '', numbers: true, separated: false })).toEqual([
      'a:1:[10 bytes] ... x ... [20 bytes]',
    ]);
  });
});
