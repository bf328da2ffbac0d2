import { createPace } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { pathMatcher } from './path-matcher.ts';

const globs = (count: number, glob: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => glob(index));

describe('pathMatcher', () => {
  it.each<[string, string[]]>([
    ['names', globs(10_000, (index) => `name${index}`)],
    ['endings', globs(5_000, (index) => `**/*.${index}`)],
    ['a few groups', globs(20, (index) => `+(${index}|a)`)],
  ])('takes lists of %s', async (_, all) => {
    const matches = await pathMatcher([...all, 'found'], createPace());
    expect([matches('found'), matches('lost')]).toEqual([true, false]);
  });

  it.each<[string, string[]]>([
    ['wildcards', globs(2_000, (index) => `*${'?'.repeat(50)}${index}[b-c]*x`)],
    ['stars', globs(9_000, (index) => `**/${'*a'.repeat(500)}${index}`)],
    ['braces', globs(100, (index) => `{0..99}{0..9}${'?*a'.repeat(100)}${index}`)],
    ['repeated groups', globs(200, (index) => `+(?)*(a)+([a-z])!(${index})`)],
  ])('refuses a list of %s that would hold up others at each name', async (_, all) => {
    const refused = { code: 'INVALID_PATTERN', details: { reason: expect.stringContaining('too long to match') } };
    await expect(pathMatcher(all, createPace())).rejects.toMatchObject(refused);
  });
});
