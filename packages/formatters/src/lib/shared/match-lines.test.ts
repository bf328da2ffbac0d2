import type { GrepFile } from '@dragoman/outcomes/internal/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedMatches, matchLines } from './match-lines.ts';

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

  it('lets paths, numbers and matches stand out, and nothing else change', () => {
    const located = {
      ...line,
      text: 'one two one',
      spans: [
        { start: 0, end: 3 },
        { start: 8, end: 11 },
      ],
    };
    const files = [file('a', located, { ...line, kind: 'context', number: 2, text: 'next' })];
    const mark = (part: string, text: string): string => `<${part[0]}|${text}>`;
    expect(matchLines(files, { prefix: '', numbers: true, separated: false, mark })).toEqual([
      '<p|a>:<n|1>:<m|one> two <m|one>',
      '<p|a>-<n|2>-next',
    ]);
  });

  it('keeps the text of a line, whatever spans are marked', () => {
    const span = fc.tuple(fc.nat(12), fc.nat(12)).map(([start, end]) => ({ start, end: Math.max(start, end) }));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,10}$/), fc.array(span), (text, spans) => {
        expect(markedMatches({ text, spans }, (_, part) => `<${part}>`).replace(/[<>]/g, '')).toBe(text);
      }),
    );
  });
});
