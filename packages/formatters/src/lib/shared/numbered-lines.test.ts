import { describe, expect, it } from 'vitest';
import { numberedLines } from './numbered-lines.ts';

const line = (text: string) => ({ text, fullLength: null });
const options = { startLine: 1, cutNote: (length: number) => `... [truncated, ${length} chars total]` };

describe('numberedLines', () => {
  it('aligns numbers in six columns and lets larger ones grow', () => {
    const lines = numberedLines([line('a'), line('')], { ...options, startLine: 999_999 });
    expect(lines).toEqual(['999999\ta', '1000000\t']);
    expect(numberedLines([line('a')], options)).toEqual(['     1\ta']);
  });

  it('marks a line that was cut with its whole length', () => {
    const cut = { text: 'ab', fullLength: 5000 };
    expect(numberedLines([cut], options)).toEqual(['     1\tab... [truncated, 5000 chars total]']);
  });
});
