import { testRounds } from '@dragoman/testing';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffHunks } from './diff-hunks.ts';

function hunksOf(before: string, after: string, context: number) {
  return diffHunks(before, after, context).map(({ oldStart, oldLines, newStart, newLines, lines }) => {
    return { oldStart, oldLines, newStart, newLines, lines: [...lines()] };
  });
}

/** The text that hunks make of another. */
function applied(before: string, after: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const made: string[] = [];
  let kept = 0;
  for (const { oldStart, oldLines, lines: told } of diffHunks(before, after, 3)) {
    made.push(...lines.slice(kept, oldStart - 1));
    for (const line of told()) {
      if (line.startsWith('\\')) made.push((made.pop() ?? '').slice(0, -1));
      else if (!line.startsWith('-')) made.push(`${line.slice(1)}\n`);
    }
    kept = oldStart - 1 + oldLines;
  }
  return [...made, ...lines.slice(kept)].join('');
}

describe('diffHunks', () => {
  it('gives what the diff package does', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd\re\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end', '\r'))
      .map(([rows, end]) => rows.join('') + end);
    fc.assert(
      fc.property(text, text, fc.nat(4), (before, after, context) => {
        expect(hunksOf(before, after, context)).toEqual(
          structuredPatch('', '', before, after, '', '', { context }).hunks,
        );
      }),
      { numRuns: 4 * testRounds(100) },
    );
  });

  it('gives what the diff package does of a few changes in a long text', () => {
    const numbers = Array.from({ length: 400 }, (_, at) => `${at % 37}\n`);
    const splice = fc.record({
      at: fc.nat(400),
      removed: fc.nat(9),
      added: fc.array(fc.constantFrom('a\n', '3\n', '4\n')),
    });
    fc.assert(
      fc.property(fc.array(splice, { maxLength: 12 }), (splices) => {
        const changed = [...numbers];
        for (const { at, removed, added } of splices) changed.splice(at, removed, ...added);
        const [before, after] = [numbers.join(''), changed.join('')];
        expect(hunksOf(before, after, 3)).toEqual(structuredPatch('', '', before, after, '', '', { context: 3 }).hunks);
      }),
      { numRuns: testRounds(100) },
    );
  });

  it.each([
    ['every line', (at: number) => `b ${at}\n`],
    ['every other line', (at: number) => `${at % 2 === 0 ? 'a' : 'b'} ${at}\n`],
    ['the order', (at: number) => `a ${(at * 7919) % 20_000}\n`],
    ['a few lines far apart', (at: number) => `${at % 5000 === 17 ? 'b' : 'a'} ${at}\n`],
  ])('tells all that differs where %s of many changed', (_, lineAt) => {
    const before = Array.from({ length: 20_000 }, (_each, at) => `a ${at}\n`).join('');
    const after = `same\n${Array.from({ length: 20_000 }, (_each, at) => lineAt(at)).join('')}open`;
    expect(applied(before, after)).toBe(after);
  });
});
