import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedLines } from './numbered-lines.ts';

const line = (text: string) => ({ text, fullLength: null });
const options = { startLine: 1, maxBytes: 1000, cutNote: (length: number) => `... [truncated, ${length} chars total]` };

describe('numberedLines', () => {
  it('aligns numbers in six columns and lets larger ones grow', () => {
    const { text } = numberedLines([line('a'), line('')], { ...options, startLine: 999_999 });
    expect(text).toBe('999999\ta\n1000000\t');
    expect(numberedLines([line('a')], options).text).toBe('     1\ta');
  });

  it('marks a line that was cut with its whole length', () => {
    expect(numberedLines([{ text: 'ab', fullLength: 5000 }], options).text).toBe(
      '     1\tab... [truncated, 5000 chars total]',
    );
  });

  it('ends at the last whole line that fits', () => {
    const lines = ['one', 'two', 'three'].map(line);
    expect(numberedLines(lines, { ...options, maxBytes: 21 })).toEqual({ text: '     1\tone\n     2\ttwo', count: 2 });
    expect(numberedLines(lines, { ...options, maxBytes: 20 }).count).toBe(1);
  });

  it('holds as many lines as fit, whatever they take', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\n', '')));
    fc.assert(
      fc.property(texts, fc.nat(500), (lines, maxBytes) => {
        const { text, count } = numberedLines(lines.map(line), { ...options, maxBytes });
        const all = lines.map((each, index) => `${String(index + 1).padStart(6)}\t${each}`);
        const upTo = (end: number) => all.slice(0, end).join('\n');
        expect(text).toBe(upTo(count));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        if (count < lines.length) expect(Buffer.byteLength(upTo(count + 1))).toBeGreaterThan(maxBytes);
      }),
    );
  });
});
