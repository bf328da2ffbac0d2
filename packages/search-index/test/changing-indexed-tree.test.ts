import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { mount, openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { clearIndexes } from '../src/lib/index-store.ts';
import { buildTreeIndex } from '../src/lib/tree-index.ts';
import { compareWhileItChanges, lacks, plant, treeOn } from './compare-while-it-changes.ts';
import { SKIP } from './indexed.ts';

/** Random edits leave less and less of a tree. */
const ROUNDS_A_TREE = 500;

describe.skipIf(process.platform !== 'linux' || lacks('python3'))(
  'a search with an index of a tree that changes',
  { timeout: 24 * 3_600_000 },
  () => {
    it('finds what ripgrep finds', async ({ skip }) => {
      for (let left = testRounds(8); left > 0; left -= ROUNDS_A_TREE) {
        await using directory = await openTree({ tree: null, outside: null });
        skip(!keepsTimes(directory.root), 'The file system keeps no times of stores into a mapping');
        const tree = treeOn(directory.root);
        plant(tree.root);
        const rounds = Math.min(left, ROUNDS_A_TREE);
        const { narrowed, segments } = await compareWhileItChanges(tree, rounds);
        expect(narrowed).toBeGreaterThan(rounds);
        if (rounds >= 300) expect(Math.max(...segments)).toBeGreaterThan(2);
        expect(clearIndexes(join(tree.place, 'dragoman/index'), () => true)).toBe(1);
      }
    });

    it('reads everything on tmpfs, of which no index is made', async (context) => {
      await using directory = await openTree({ disk: null });
      using _ = mount(context, '-t', 'tmpfs', 'tmpfs', directory.path('disk'));
      const { root, place } = treeOn(directory.path('disk'));
      mkdirSync(root);
      const options = { root, directory: place, rules: '', userExcludes: null, skip: SKIP };
      expect(await buildTreeIndex({ ...options, volume: openLocalVolume({ allow: [root] }) })).toBe('file-system');
    });
  },
);
