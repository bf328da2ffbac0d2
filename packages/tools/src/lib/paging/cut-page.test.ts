import type { PageLimits } from '@dragoman/outcomes/internal/parts';
import { atOnce, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTokenizer, type Tokenizer } from '../tokens/tokenizer.ts';
import { cutPage } from './cut-page.ts';

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await loadTokenizer();
});

const unlimited: PageLimits = {
  maxTokens: null,
  maxBytes: 1_000_000,
  maxLines: null,
  maxJsonBytes: 1_000_000,
  bytesBoundBy: 'response',
  linesBoundBy: 'lines',
};

const cut = (text: string, limits: Partial<PageLimits>) =>
  cutPage(text, {
    limits: { ...unlimited, ...limits },
    tokenizer: limits.maxTokens ? tokenizer : null,
    isComplete: true,
  });

describe('cutPage', () => {
  it('wastes nothing: neither another line would fit, nor where none does another character', async () => {
    const word = fc.constantFrom(
      'one ',
      'x',
      '\n',
      '\n\n\n',
      '\r\n',
      'é',
      '日本',
      '😀',
      "'ll",
      '    ',
      '//',
      '\u0001',
      '"',
    );
    const text = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join('')),
      fc.tuple(word, fc.integer({ min: 1, max: 300 })).map(([unit, times]) => unit.repeat(times)),
    );
    const limits = fc.record({
      maxTokens: fc.option(fc.integer({ min: 4, max: 30 })),
      maxBytes: fc.integer({ min: 4, max: 120 }),
      maxLines: fc.option(fc.integer({ min: 1, max: 5 })),
      maxJsonBytes: fc.integer({ min: 20, max: 150 }),
    });
    const fits = (part: string, { maxTokens, maxBytes, maxLines, maxJsonBytes }: Omit<PageLimits, `${string}By`>) =>
      Buffer.byteLength(part) <= maxBytes &&
      Buffer.byteLength(JSON.stringify(part)) <= maxJsonBytes &&
      (maxLines === null || (part.match(/[^\n]*\n|[^\n]+$/g) ?? []).length <= maxLines) &&
      (maxTokens === null || atOnce(tokenizer.count(part)) <= maxTokens);
    await fc.assert(
      fc.asyncProperty(text, limits, async (given, asked) => {
        const page = await cut(given, asked);
        const shown = page?.text ?? '';
        expect(given.startsWith(shown)).toBe(true);
        expect(shown).not.toBe('');
        expect(fits(shown, asked)).toBe(true);
        const lines = given.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const wholes = lines.map((_, index) => lines.slice(0, index + 1).join('')).filter((part) => fits(part, asked));
        if (wholes.length > 0) expect(shown).toBe(wholes.at(-1));
        else expect(fits(shown + String.fromCodePoint(given.codePointAt(shown.length) ?? 0), asked)).toBe(false);
        expect(page?.truncatedBy === null).toBe(shown === given);
      }),
      { numRuns: testRounds(100) },
    );
  });

  it('counts the quotes around a text', async () => {
    expect((await cut('\u0001'.repeat(4), { maxJsonBytes: 24 }))?.text).toBe('\u0001'.repeat(3));
    expect((await cut('\u0001'.repeat(4), { maxJsonBytes: 26 }))?.text).toBe('\u0001'.repeat(4));
  });

  it.each(['a', ' ', '\n', '日', '=', '\t \n', '𝒳'])('cuts a long run of %j by tokens without delay', async (unit) => {
    const page = await cut(unit.repeat(300_000 / unit.length), {
      maxTokens: 2000,
      maxBytes: 4_000_000,
      maxJsonBytes: 8_000_000,
    });
    expect(page?.usage.tokens).toBe(atOnce(tokenizer.count(page?.text ?? '')));
    expect(page?.usage.tokens).toBeLessThanOrEqual(2000);
    expect(page?.usage.tokens).toBeGreaterThan(1990);
  });
});
