import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

const LIMIT = 20;
const line = fc.string({ unit: fc.constantFrom('a', '"', '{', ' '), maxLength: 2 * LIMIT });

function linesOf(chunks: readonly Buffer[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader(LIMIT, {
    onLine: (bytes) => lines.push(bytes.toString()),
    onOversized: ({ head, size }) => lines.push(`${size} ${head}`),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return lines;
}

describe('createLineReader', () => {
  it('gives the same lines however the bytes are cut', () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 40 });
    void fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), cuts, (lines, at) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const bounds = [0, ...at.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
        expect(linesOf(chunks)).toEqual(lines.map((text) => (text.length > LIMIT ? `${text.length} ${text}` : text)));
      }),
    );
  });

  it('takes a last line without a newline', () => {
    expect(linesOf([Buffer.from('a\nb')])).toEqual(['a', 'b']);
  });
});
