import { atOnce } from '@dragoman/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTokenizer, type Tokenizer } from '../tokens/tokenizer.ts';
import { fitTokens } from './fit-tokens.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
}, 60_000);

const fitted = (text: string, max: number, wholeLinesOnly = false) =>
  atOnce(fitTokens(text, max, { tokenizer, wholeLinesOnly }));

describe('as much of a text as some tokens hold', () => {
  it('is all of it, if it has no more', () => {
    expect(fitted('one two\n', 3)).toEqual({ units: 8, tokens: 3, runsOutAt: 8 });
    expect(fitted('', 0)).toEqual({ units: 0, tokens: 0, runsOutAt: 0 });
  });

  it('is whole lines, if one fits', () => {
    expect(fitted('one\ntwo two two\nthree\n', 4)).toMatchObject({ units: 4, tokens: 2 });
    expect(fitted('one\ntwo\nthree', 4)).toMatchObject({ units: 8, tokens: 4 });
  });

  it('is a part of a line only where that may be cut', () => {
    expect(fitted('one two three\nfour\n', 2)).toMatchObject({ units: 7, tokens: 2 });
    expect(fitted('one two three\nfour\n', 2, true)).toMatchObject({ units: 0, tokens: 0 });
    expect(fitted('one', 0)).toMatchObject({ units: 0, tokens: 0 });
  });

  it('is more than its first tokens, where a longer beginning takes fewer', () => {
    // The blank lines before a word are one token with the newline that ends them.
    const text = `a\n${'\n'.repeat(20)}b\n`;
    for (let max = 1; max <= atOnce(tokenizer.count(text)); max += 1) {
      const { units, tokens } = fitted(text, max);
      expect(tokens).toBe(atOnce(tokenizer.count(text.slice(0, units))));
      expect(tokens).toBeLessThanOrEqual(max);
    }
  });

  it('cuts no character, not even one of two units', () => {
    const text = '😀𝒳😀𝒳😀𝒳'.repeat(20);
    for (let max = 0; max < 40; max += 1) {
      const { units, tokens } = fitted(text, max);
      expect(text.slice(0, units).isWellFormed()).toBe(true);
      expect(tokens).toBe(atOnce(tokenizer.count(text.slice(0, units))));
    }
  });

  it('ends in the midst of a run of letters that is too long to look far ahead in', () => {
    const text = `${'abcdefgh'.repeat(2_000)} end\n`;
    const { units, tokens } = fitted(text, 1_000);
    expect(units).toBeGreaterThan(5_000);
    expect(tokens).toBeLessThanOrEqual(1_000);
    expect(tokens).toBe(atOnce(tokenizer.count(text.slice(0, units))));
  });

  it('is never more than asked for, and counted exactly, whatever the text', () => {
    const part = fc.constantFrom('a', 'word ', '\n', '\r\n', '   ', '😀', 'é', '12345', '//', '日本語');
    const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(40), fc.boolean(), (given, max, wholeLinesOnly) => {
        const { units, tokens, runsOutAt } = fitted(given, max, wholeLinesOnly);
        expect(tokens).toBe(atOnce(tokenizer.count(given.slice(0, units))));
        expect(tokens).toBeLessThanOrEqual(max);
        expect(runsOutAt).toBeLessThanOrEqual(given.length);
        expect(given.slice(0, units).isWellFormed()).toBe(true);
        if (wholeLinesOnly && units < given.length) expect(given.slice(0, units)).toMatch(/^$|\n$/);
      }),
    );
  });
});
