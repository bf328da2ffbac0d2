import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { keepsTimes } from '@dragoman/fs-core/index-kit';
import { mount, openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { clearIndexes } from '../src/lib/index/index-store.ts';
import { buildTreeIndex } from '../src/lib/index/tree-index.ts';
import { type ChangingTree, compareWhileItChanges, plant } from './compare-while-it-changes.ts';
import { SKIP } from './indexed.ts';

const lacks = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
};

/** Paths of a tree, and of what belongs to it, on a file system of their own. */
function treeOn(disk: string): ChangingTree {
  return { root: join(disk, 'tree'), outside: join(disk, 'outside'), place: join(disk, 'index') };
}

/** Random edits leave less and less of a tree. */
const ROUNDS_A_TREE = 500;

// The least that xfs takes.
const DISK_BYTES = 300 * 1024 * 1024;

/** A new file system of a type in a file; skips the test if this machine has none. */
function mountNew(context: TestContext, type: string, image: string, directory: string): Disposable {
  truncateSync(image, DISK_BYTES);
  try {
    execFileSync(`mkfs.${type}`, ['-q', image], { stdio: 'pipe' });
  } catch (error) {
    context.skip(`mkfs.${type}: ${error instanceof Error ? error.message : ''}`);
  }
  return mount(context, '-o', 'loop', image, directory);
}

describe.skipIf(process.platform !== 'linux' || lacks('python3'))(
  'a search with an index of a tree that changes',
  { timeout: 24 * 3_600_000 },
  () => {
    it('finds what ripgrep finds', async ({ skip }) => {
      for (let left = testRounds(300); left > 0; left -= ROUNDS_A_TREE) {
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

    it.for(['ext4', 'xfs', 'btrfs'])('finds what ripgrep finds on %s', async (type, context) => {
      await using directory = await openTree({ disk: null, image: '' });
      const disk = directory.path('disk');
      using _ = mountNew(context, type, directory.path('image'), disk);
      const tree = treeOn(disk);
      for (const path of [tree.root, tree.outside]) mkdirSync(path);
      plant(tree.root);
      expect((await compareWhileItChanges(tree, Math.min(ROUNDS_A_TREE, testRounds(26)))).narrowed).toBeGreaterThan(26);
    });

    it('finds what ripgrep finds on overlay', async (context) => {
      await using directory = await openTree({ disk: null, merged: null, image: '' });
      const disk = directory.path('disk');
      // One overlay cannot be the upper layer of another.
      using _disk = mountNew(context, 'ext4', directory.path('image'), disk);
      for (const layer of ['lower', 'upper', 'work']) mkdirSync(join(disk, layer));
      const below = treeOn(join(disk, 'lower'));
      for (const path of [below.root, below.outside]) mkdirSync(path);
      plant(below.root);
      const layers = `lowerdir=${disk}/lower,upperdir=${disk}/upper,workdir=${disk}/work`;
      using _ = mount(context, '-t', 'overlay', '-o', layers, 'overlay', directory.path('merged'));
      const { narrowed } = await compareWhileItChanges(
        treeOn(directory.path('merged')),
        Math.min(ROUNDS_A_TREE, testRounds(26)),
      );
      expect(narrowed).toBeGreaterThan(26);
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
