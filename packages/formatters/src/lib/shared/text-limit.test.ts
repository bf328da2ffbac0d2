import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningWithin, besides, fits, shareOf, type TextLimit } from './text-limit.ts';

const limits: fc.Arbitrary<TextLimit> = fc.record(
  {
    bytes: fc.nat(60),
    characters: fc.nat(60),
    jsonBytes: fc.nat(60),
    newlines: fc.nat(5),
  },
  { requiredKeys: [] },
);
const texts = fc.string({ unit: fc.constantFrom('a', '\n', '"', '\u0001', 'é', '漢', '😀') });

describe('fits', () => {
  it.each([
    ['漢字', { bytes: 6 }, { bytes: 5 }],
    ['a😀', { characters: 3 }, { characters: 2 }],
    ['"\n\u0001', { jsonBytes: 10 }, { jsonBytes: 9 }],
    ['a\nb\n', { newlines: 2 }, { newlines: 1 }],
  ])('counts as the limit says: %j', (text, enough, short) => {
    expect(fits(text, enough)).toBe(true);
    expect(fits(text, short)).toBe(false);
    expect(fits(text, { ...enough, ...short })).toBe(false);
  });

  it('holds everything where nothing is limited', () => {
    expect(fits('x'.repeat(1e6), {})).toBe(true);
  });
});

describe('besides', () => {
  it('leaves room for exactly what fits beside the part', () => {
    fc.assert(
      fc.property(texts, texts, limits, (part, rest, limit) => {
        expect(fits(rest, besides(limit, part))).toBe(fits(part + rest, limit));
      }),
    );
  });
});

describe('shareOf', () => {
  it('gives shares that fit together', () => {
    fc.assert(
      fc.property(texts, texts, limits, (one, other, limit) => {
        const half = shareOf(limit, 2);
        if (fits(one, half) && fits(other, half)) expect(fits(one + other, limit)).toBe(true);
      }),
    );
  });
});

describe('beginningWithin', () => {
  it('is the longest beginning in whole characters that fits', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const beginning = beginningWithin(text, limit);
        const characters = [...text];
        const next = [...beginning, ...characters.slice([...beginning].length).slice(0, 1)].join('');
        expect(text.startsWith(beginning)).toBe(true);
        expect(beginning.isWellFormed()).toBe(true);
        expect(fits(beginning, limit)).toBe(true);
        if (beginning !== text) expect(fits(next, limit)).toBe(false);
      }),
    );
  });
});
