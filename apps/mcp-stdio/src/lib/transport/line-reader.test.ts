import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

const KEPT = 8 * 1024;
const short = fc.string({ unit: fc.constantFrom('a', '"', '{', ' '), maxLength: 40 });
// Numbers, so that no piece can stand for another.
const long = fc
  .tuple(fc.nat(9_999), fc.nat(4_000))
  .map(([from, count]) => Array.from({ length: count }, (_, index) => from + index).join(' '));

function linesOf(chunks: readonly Buffer[], limit: number): string[] {
  const lines: string[] = [];
  const reader = createLineReader(limit, {
    onLine: (bytes) => lines.push(bytes.toString()),
    onOversized: ({ head, tail, size }) => lines.push(`${size} ${head} ${tail}`),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

describe('createLineReader', () => {
  it.each([
    ['short', short, 20],
    ['long', fc.oneof(long, short), 12 * 1024],
  ])('gives the same lines however the bytes are cut: %s ones', (_, line, limit) => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
    void fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), cuts, (lines, at) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const places = at.map((share) => Math.floor(share * bytes.length)).sort((a, b) => a - b);
        const bounds = [0, ...places, bytes.length];
        const chunks = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
        const expected = lines.map((text) =>
          text.length > limit ? `${text.length} ${text.slice(0, KEPT)} ${text.slice(-KEPT)}` : text,
        );
        expect(linesOf(chunks, limit)).toEqual(expected);
      }),
    );
  });

  it('takes a last line without a newline', () => {
    expect(linesOf([Buffer.from('a\nb')], 20)).toEqual(['a', 'b']);
  });
});
