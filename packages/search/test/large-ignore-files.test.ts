import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { compilePathPattern, findPaths } from '../src/internal/search.ts';

const PATTERN = compilePathPattern('**/*.txt', { dot: true, ignoreCase: false });

async function walk(path: string) {
  const volume = openLocalVolume({ allow: [path] });
  using directory = await volume.open(path);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const query = { pattern: PATTERN, kinds: 'files', ignoreFiles: 'all', skip: new Set<string>() } as const;
  const paths = findPaths(volume, directory, query);
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
});
