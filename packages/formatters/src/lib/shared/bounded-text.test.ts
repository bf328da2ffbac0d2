import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedText } from './bounded-text.ts';

describe('boundedText', () => {
  it('leaves alone what fits', () => {
    expect(boundedText('a\nb', 3, 'note')).toBe('a\nb');
  });

  it('ends at the last whole line and says so', () => {
    expect(boundedText('one\ntwo\nthree', 12, 'more')).toBe('one\nmore');
  });

  it('cuts a line that is alone between characters', () => {
    expect(boundedText('ééééé', 8, 'n')).toBe('ééé\nn');
  });

  it('never exceeds its bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 10, max: 60 }), (text, maxBytes) => {
        expect(Buffer.byteLength(boundedText(text, maxBytes, 'note'))).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});
