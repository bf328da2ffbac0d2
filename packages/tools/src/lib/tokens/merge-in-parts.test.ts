import { atOnce, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { describe, expect, it } from 'vitest';
import { mergeInParts } from './merge-in-parts.ts';
import { mergePairs } from './merge-pairs.ts';

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const ranks = new Map(
  tokens.map((token, rank) => [typeof token === 'string' ? latin1(token) : String.fromCharCode(...token), rank]),
);
const rankOf = (bytes: string): number | undefined => ranks.get(bytes);
const inParts = (bytes: string, known: readonly number[] = [], most = Number.POSITIVE_INFINITY) =>
  atOnce(mergeInParts(bytes, rankOf, { most, known }));

describe('mergeInParts', () => {
  const unit = fc.oneof(
    fc.constantFrom('a', 'A', '!', ' ', '\n', '\t', '日', '\u200d', '👩‍👩‍👧‍👦', '\u0301', 'ab', 'xyzzy', '=-', '/*'),
    fc.string({ unit: fc.constantFrom(...'etaoinsrhldcumfpgwybvkxjqz'), minLength: 1, maxLength: 12 }),
  );
  const run = fc.tuple(unit, fc.integer({ min: 1, max: 9000 })).map(([text, times]) => text.repeat(times));
  const piece = fc.array(run, { minLength: 1, maxLength: 4 }).map((runs) => latin1(runs.join('').slice(0, 24_000)));

  it('ends tokens where merging the whole ends them', () => {
    fc.assert(
      fc.property(piece, (bytes) => {
        expect(inParts(bytes)).toEqual(mergePairs(bytes, rankOf));
      }),
      { numRuns: testRounds(4) },
    );
  });

  it('goes on from tokens of a text that begins alike, and begins again where those do not hold', () => {
    fc.assert(
      fc.property(piece, fc.nat(24_000), (bytes, cut) => {
        const beginning = bytes.slice(0, cut);
        const whole = mergePairs(bytes, rankOf);
        expect(inParts(bytes, mergePairs(beginning, rankOf))).toEqual(whole);
        expect(
          inParts(
            beginning,
            whole.filter((end) => end <= cut),
          ),
        ).toEqual(mergePairs(beginning, rankOf));
      }),
      { numRuns: testRounds(4) },
    );
  });

  it('ends when there are more tokens than are asked for, and lets others have their turn', () => {
    const bytes = 'a'.repeat(1_000_000);
    expect(inParts(bytes, [], 100).length).toBeLessThan(1000);
    const steps = [...mergeInParts(bytes, rankOf, { most: Number.POSITIVE_INFINITY, known: [] })];
    expect(steps.length).toBeGreaterThan(200);
  });
});
