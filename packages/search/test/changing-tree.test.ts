import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type OpenDirectory, openLocalVolume, type Volume } from '@dragoman/fs-core';
import { openTree, passTick, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { compilePathPattern, findLines, findPaths } from '../src/internal/search.ts';

type Look = (volume: Volume, directory: OpenDirectory) => AsyncIterable<readonly { readonly path: string }[]>;

const RULES = { ignoreFiles: 'all', skip: new Set(['.git']) } as const;
const PATTERN = compilePathPattern('[fg]*', { dot: true, ignoreCase: false });

const byLines: Look = (volume, directory) =>
  findLines(volume, directory, { ...RULES, pattern: 'word', result: 'lines', hidden: true, maxLines: 100 });
const byPaths: Look = (volume, directory) =>
  findPaths(volume, directory, { ...RULES, pattern: PATTERN, kinds: 'files' });

async function filesIn(volume: Volume, root: string, look: Look): Promise<string[]> {
  using directory = await volume.open(root);
  if (directory.kind !== 'directory') throw new TypeError('Not a directory');
  const found: string[] = [];
  for await (const batch of look(volume, directory)) found.push(...batch.map(({ path }) => path));
  return found.sort();
}

const CHANGES: readonly (readonly [what: string, change: (tree: TemporaryTree) => void, found: readonly string[]])[] = [
  ['nothing', () => undefined, ['a/f', 'a/g.log', 'b/f']],
  ['a new ignore file', (tree) => writeFileSync(tree.path('a/.gitignore'), '*.log\n'), ['a/f', 'b/f']],
  ['other rules in it', (tree) => writeFileSync(tree.path('a/.gitignore'), 'f\n'), ['a/g.log', 'b/f']],
  ['no ignore file any more', (tree) => rmSync(tree.path('a/.gitignore')), ['a/f', 'a/g.log', 'b/f']],
  ['a new directory', (tree) => mkdirSync(tree.path('a/c')), ['a/f', 'a/g.log', 'b/f']],
  ['a file in it', (tree) => writeFileSync(tree.path('a/c/f'), 'word'), ['a/c/f', 'a/f', 'a/g.log', 'b/f']],
  ['an ignored directory', (tree) => writeFileSync(tree.path('.ignore'), 'a/\n'), ['b/f']],
  ['another of its name', (tree) => renameSync(tree.path('b'), tree.path('d')), ['d/f']],
  [
    'what was ignored, elsewhere',
    (tree) => renameSync(tree.path('a'), tree.path('b')),
    ['b/c/f', 'b/f', 'b/g.log', 'd/f'],
  ],
];

describe.each([
  ['findLines', byLines],
  ['findPaths', byPaths],
])('%s', (_, look) => {
  it('sees what changed since the search before', async () => {
    await using tree = await openTree({ 'a/f': 'word', 'a/g.log': 'word', 'b/f': 'word' });
    await using beside = await openTree();
    const volume = openLocalVolume({ allow: [tree.root] });
    // The entries of directories that changed just now are not remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    try {
      for (const [what, change, found] of CHANGES) {
        passTick(beside.path('probe'));
        change(tree);
        passTick(beside.path('probe'));
        expect([what, await filesIn(volume, tree.root, look)]).toEqual([what, found]);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
