import { openLocalVolume } from '@dragoman/fs-core';
import { ClassVolume, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { compilePathPattern, findPaths } from '../src/internal/search.ts';
import { createIgnoreReader } from '../src/lib/walk/ignore-files.ts';
import { createResultFilter } from '../src/lib/walk/result-filter.ts';
import { createNotes } from '../src/lib/walk/search-notes.ts';

const PATTERN = compilePathPattern('**/*.txt', { dot: true, ignoreCase: false });

async function walk(path: string) {
  const volume = openLocalVolume({ allow: [path] });
  using directory = await volume.open(path);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const query = { pattern: PATTERN, kinds: 'files', ignoreFiles: 'all', skip: new Set<string>() } as const;
  // However busy the machine is.
  const paths = findPaths(volume, directory, { ...query, timeLimitMs: 600_000 });
  const found: string[] = [];
  for await (const batch of paths) found.push(...batch.map((each) => each.path));
  return { found: found.sort(), skipped: paths.notes.ignoreFilesSkipped };
}

/** Rules that make up so many bytes. */
const rules = (bytes: number, rule: (index: number) => string): string => {
  const count = Math.ceil(bytes / rule(0).length);
  return Array.from({ length: count }, (_, index) => rule(index)).join('');
};

describe('an ignore file', () => {
  it.each([
    ['names', (index: number) => `name-${index}.txt\n`],
    ['ends', (index: number) => `*-${index}.txt\n`],
    ['beginnings', (index: number) => `name-${index}.*\n`],
    ['paths', (index: number) => `/out/name-${index}.txt\n`],
    ['paths at any depth', (index: number) => `**/out/*-${index}.txt\n`],
  ])('holds at 300 KB of %s', async (_, rule) => {
    await using tree = await openTree({
      '.gitignore': rules(300 * 1024, rule),
      '.git/HEAD': '',
      'out/name-9999.txt': '',
      'out/other.txt': '',
    });
    expect(await walk(tree.root)).toEqual({ found: ['out/other.txt'], skipped: 0 });
  });

  it('is left out, and counted, where it is larger than any that somebody writes', async () => {
    await using tree = await openTree({ '.ignore': rules(5_000_000, () => '*.txt\n'), 'a.txt': '' });
    expect(await walk(tree.root)).toEqual({ found: ['a.txt'], skipped: 1 });
  });

  it('is left out, and counted, after 8 MB of others', async () => {
    const large = rules(480_000, () => 'x-1234567\n');
    const files = Array.from({ length: 20 }, (_, index) => [
      [`d${index}/.ignore`, `${large}a.txt\n`],
      [`d${index}/a.txt`, ''],
    ]).flat();
    await using tree = await openTree(Object.fromEntries(files));
    const { found, skipped } = await walk(tree.root);
    expect([found.length, skipped]).toEqual([3, 3]);
  });

  it.each([
    ['words', (index: number) => `*word${index}*\n`],
    ['several stars', (index: number) => `*a*b${index}*c\n`],
    ['classes', (index: number) => `*.${index}[oa]\n`],
    ['question marks', (index: number) => `name-??${index}.txt\n`],
  ])('holds at 300 KB of %s', async (_, rule) => {
    await using tree = await openTree({
      '.ignore': `${rules(300 * 1024, rule)}a.txt\n`,
      'a.txt': '',
      'b.txt': '',
    });
    expect(await walk(tree.root)).toEqual({ found: ['b.txt'], skipped: 0 });
  });

  it.each([
    ['names', `*${'?'.repeat(60)}[b-c]*x\n`],
    ['names with a class of stars', `*${'?[*]'.repeat(20)}*x\n`],
    ['paths', `**/*${'?'.repeat(60)}b*/x\n`],
    ['ends', `*${'?'.repeat(200)}b?\n`],
  ])('is left out, and counted, where it would match one name for long: %s', async (_, rule) => {
    const costly = rules(500_000, () => rule);
    await using tree = await openTree({ '.git/HEAD': '', '.gitignore': `${costly}a.txt\n`, 'a.txt': '' });
    expect(await walk(tree.root)).toEqual({ found: ['a.txt'], skipped: 1 });
  });

  it('counts with those above it', async () => {
    const directories = Array.from({ length: 6 }, (_, index) => 'd/'.repeat(index));
    const costly = rules(20_000, (index) => `*${'?'.repeat(10)}b${index}*\n`);
    const nested = directories.flatMap((at): [string, string][] => [
      [`${at}.ignore`, `${costly}a.txt\n`],
      [`${at}a.txt`, ''],
    ]);
    const beside = Array.from({ length: 6 }, (_, index): [string, string] => [`e${index}/.ignore`, costly]);
    await using above = await openTree(Object.fromEntries(nested));
    await using others = await openTree(Object.fromEntries(beside));
    const { skipped } = await walk(above.root);
    expect([skipped > 0, skipped < 6]).toEqual([true, true]);
    expect((await walk(others.root)).skipped).toBe(0);
  });

  it('is read no further when the search is cancelled', async () => {
    const directory = 'd/'.repeat(15);
    const nested = Array.from({ length: 15 }, (_, index): [string, string] => [
      `${'d/'.repeat(index)}.ignore`,
      `/a/b${index}/c\n`.repeat(25_000),
    ]);
    await using tree = await openTree({ ...Object.fromEntries(nested), [`${directory}a`]: '' });
    const volume = new ClassVolume(openLocalVolume({ allow: [tree.root] }));
    using opened = await volume.open(tree.path(directory));
    if (opened.kind !== 'directory') throw new TypeError('Not a directory');
    const options = { volume, notes: createNotes(), userExcludes: null, signal: AbortSignal.abort() };
    const cancelled = { code: 'CANCELLED' };
    const above = createIgnoreReader({ ...options, mode: 'all' }).above(opened);
    await expect(above).rejects.toMatchObject(cancelled);
    const rest = { directory: opened, ignoreFiles: 'all', skip: new Set<string>(), globs: [] } as const;
    await expect(createResultFilter({ ...options, ...rest })).rejects.toMatchObject(cancelled);
    expect(volume.opened.length).toBeLessThan(10);
  });
});
