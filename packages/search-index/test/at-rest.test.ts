import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openLocalVolume } from '@dragoman/fs-core';
import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { forcedIndex, indexTree, search } from './indexed.ts';

const lacks = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
};

/** Stores a word into a mapped page, and another into the same page whenever it is told to. */
const STORES = `
import mmap, sys
file = open(sys.argv[1], 'r+b')
memory = mmap.mmap(file.fileno(), 0)
for word in (b'before', b'needle'):
    memory[100:106] = word
    print(flush=True)
    sys.stdin.readline()
`;

describe.skipIf(process.platform !== 'linux' || lacks('python3'))(
  'a store into a page that is not written back yet',
  () => {
    it.for([
      ['is seen, since the file was not at rest, or was written back first', null, 1],
      ['would be missed if files counted as at rest at once', 0, 0],
    ] as const)('%s', async ([_, restMs, found], { skip }) => {
      await using tree = await openTree({ 'tree/file': 'a file of some lines\n'.repeat(50), index: null });
      skip(!keepsTimes(tree.root), 'no file system that reports every store');
      const child = spawn('python3', ['-c', STORES, tree.path('tree/file')], { stdio: ['pipe', 'pipe', 'inherit'] });
      try {
        await once(child.stdout, 'data');
        await indexTree(tree.path('tree'), tree.path('index'), restMs);
        const stored = once(child.stdout, 'data');
        child.stdin.write('\n');
        await stored;
        const volume = openLocalVolume({ allow: [tree.path('tree')] });
        const index = forcedIndex(tree.path('index'));
        const narrowed = await search(volume, tree.path('tree'), { pattern: 'needle', index });
        expect(narrowed.files).toHaveLength(found);
        expect((await search(volume, tree.path('tree'), { pattern: 'needle' })).files).toHaveLength(1);
      } finally {
        child.kill('SIGKILL');
      }
    });
  },
);
