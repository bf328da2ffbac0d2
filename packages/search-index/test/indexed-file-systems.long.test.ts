import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { mount, openTree, testRounds } from '@dragoman/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { compareWhileItChanges, lacks, plant, treeOn } from './compare-while-it-changes.ts';

// Random edits leave less and less of a tree.
const rounds = Math.min(500, testRounds(26));

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
  { timeout: 3_600_000 },
  () => {
    it.for(['ext4', 'xfs', 'btrfs'])('finds what ripgrep finds on %s', async (type, context) => {
      await using directory = await openTree({ disk: null, image: '' });
      const disk = directory.path('disk');
      using _ = mountNew(context, type, directory.path('image'), disk);
      const tree = treeOn(disk);
      for (const path of [tree.root, tree.outside]) mkdirSync(path);
      plant(tree.root);
      expect((await compareWhileItChanges(tree, rounds)).narrowed).toBeGreaterThan(26);
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
      const { narrowed } = await compareWhileItChanges(treeOn(directory.path('merged')), rounds);
      expect(narrowed).toBeGreaterThan(26);
    });
  },
);
