import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpans } from './find-spans.ts';

const found = async (lines: readonly string[], query: Parameters<typeof findSpans>[1]): Promise<string[][]> => {
  const spans = await findSpans(lines, query);
  return lines.map((line, index) => (spans[index] ?? []).map(({ start, end }) => line.slice(start, end)));
};

describe('findSpans', () => {
  it.each([
    ['every match of a line', ['foo bar foo', 'bar'], { pattern: 'foo' }, [['foo', 'foo'], []]],
    ['only what the surroundings let match', ['xfoo foo'], { pattern: String.raw`\bfoo` }, [['foo']]],
    ['by look-around', ['ab b'], { pattern: '(?<=a)b' }, [['b']]],
    ['a literal', ['a.b axb'], { pattern: 'a.b', literal: true }, [['a.b']]],
    ['whatever the case', ['Foo fOO'], { pattern: 'foo', ignoreCase: true }, [['Foo', 'fOO']]],
    ['behind characters of several bytes', ['é😀x x'], { pattern: 'x' }, [['x', 'x']]],
    ['in several lines', ['one', 'two'], { pattern: 'e\nt', multiline: true }, [['e'], ['t']]],
    ['nothing where the pattern no longer matches', ['foo'], { pattern: 'bar' }, [[]]],
    ['nothing for no lines', [], { pattern: 'x' }, []],
  ])('finds %s', async (_, lines, query, expected) => {
    expect(await found(lines, query)).toEqual(expected);
  });

  it('finds where a match is, not only what it is', async () => {
    expect(await findSpans(['xfoo foo'], { pattern: String.raw`\bfoo` })).toEqual([[{ start: 5, end: 8 }]]);
  });

  it('finds a literal where the line has it', async () => {
    const line = fc.stringMatching(/^[ab é😀]{0,12}$/u);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 4 }),
        fc.constantFrom('a', 'ab', 'é', '😀b'),
        async (lines, text) => {
          const spans = await findSpans(lines, { pattern: text, literal: true });
          const parts = lines.map((each, index) => cutAt(each, spans[index] ?? []));
          expect(parts).toEqual(lines.map((each) => each.split(text)));
        },
      ),
      { numRuns: 20 },
    );
  });
});

/** The parts of a line between the spans. */
function cutAt(line: string, spans: readonly { readonly start: number; readonly end: number }[]): string[] {
  const ends = [0, ...spans.map(({ end }) => end)];
  return ends.map((from, index) => line.slice(from, spans[index]?.start));
}
