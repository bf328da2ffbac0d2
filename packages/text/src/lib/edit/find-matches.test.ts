import { createPace } from '@dragoman/fs-core/internal/kernel';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMatches } from './find-matches.ts';

async function matches(haystack: string, needle: string): Promise<number[]> {
  const found: number[] = [];
  await findMatches({ haystack, needle }, (at) => found.push(at), createPace());
  return found;
}

function matchesByTheEngine(haystack: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length)) found.push(at);
  return found;
}

describe('findMatches', () => {
  it.each([
    ['a text of one letter', 'a', 200_000, 'a'],
    ['a text over two windows', `${'x'.repeat(65_530)}needle`, 200_000, 'needle'],
    ['a text that overlaps itself', 'ab', 200_000, 'abab'],
    ['a long text that overlaps itself', 'ab', 10_000, 'ab'.repeat(400)],
    ['a long text that nearly is there', `${'a'.repeat(700)}b`, 10_000, `${'a'.repeat(700)}bac`],
    ['a long text after its own beginning', `${'a'.repeat(300)}${'a'.repeat(300)}b`, 7000, `${'a'.repeat(400)}b`],
  ])('finds %s where the engine does', async (_, part, length, needle) => {
    const haystack = part.repeat(Math.ceil(length / part.length));
    expect(await matches(haystack, needle)).toEqual(matchesByTheEngine(haystack, needle));
  });

  it('finds what the engine finds, however much repeats', async () => {
    const part = fc.tuple(fc.constantFrom('a', 'ab', 'aab', 'b'), fc.integer({ min: 1, max: 300 }));
    const text = fc
      .array(part, { minLength: 1, maxLength: 6 })
      .map((parts) => parts.map(([of, n]) => of.repeat(n)).join(''));
    await fc.assert(
      fc.asyncProperty(text, text, fc.nat(600), async (haystack, needle, from) => {
        const there = haystack.slice(from % haystack.length, (from % haystack.length) + 320);
        for (const sought of [needle, there]) {
          expect(await matches(haystack, sought)).toEqual(matchesByTheEngine(haystack, sought));
        }
      }),
      { numRuns: testRounds(100) },
    );
  });
});
