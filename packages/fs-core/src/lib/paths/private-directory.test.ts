import { chmodSync, chownSync, lchownSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { privateDirectory } from './private-directory.ts';

const SOMEBODY = 61_234;

/** Turns the private directory `parent/mine` into one that another user can change, and says whether root is needed. */
const ROBBED: [how: string, needsRoot: boolean, rob: (tree: TemporaryTree) => void][] = [
  ['is open to its group', false, (tree) => chmodSync(tree.path('parent/mine'), 0o770)],
  ['others can read', false, (tree) => chmodSync(tree.path('parent/mine'), 0o704)],
  ['is sticky, and open to all', false, (tree) => chmodSync(tree.path('parent/mine'), 0o1777)],
  ['has a parent that is open to all', false, (tree) => chmodSync(tree.path('parent'), 0o777)],
  ['has a parent that is open to its group', false, (tree) => chmodSync(tree.path('parent'), 0o775)],
  ['somebody else made', true, (tree) => chownSync(tree.path('parent/mine'), SOMEBODY, SOMEBODY)],
  ['has a parent that somebody else made', true, (tree) => chownSync(tree.path('parent'), SOMEBODY, SOMEBODY)],
];

describe.skipIf(process.platform === 'win32')('privateDirectory', () => {
  const treeOf = async () => {
    const tree = await openTree();
    mkdirSync(tree.path('parent/mine'), { recursive: true, mode: 0o700 });
    return tree;
  };

  it('makes what is missing, for its user alone', async () => {
    await using tree = await openTree();
    const directory = tree.path('cache/mine');
    expect(privateDirectory(directory)).toBe(directory);
    expect([tree.path('cache'), directory].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(privateDirectory(directory)).toBe(directory);
  });

  it.for(ROBBED)('is none that %s', async ([_, needsRoot, rob], { skip }) => {
    if (needsRoot && process.getuid?.() !== 0) skip('only root can give files to others');
    await using tree = await treeOf();
    expect(privateDirectory(tree.path('parent/mine'))).not.toBeNull();
    rob(tree);
    expect(privateDirectory(tree.path('parent/mine'))).toBeNull();
  });

  it('lies in a sticky parent, where nobody can rename what is not theirs', async () => {
    await using tree = await treeOf();
    chmodSync(tree.path('parent'), 0o1777);
    expect(privateDirectory(tree.path('parent/mine'))).toBe(tree.path('parent/mine'));
  });

  it('is found by a link of the user’s own', async () => {
    await using tree = await treeOf();
    symlinkSync('parent', tree.path('link'));
    expect(privateDirectory(tree.path('link/mine'))).toBe(tree.path('parent/mine'));
  });

  it('is found by no link that somebody else made', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can make links for others');
    await using tree = await treeOf();
    symlinkSync('parent', tree.path('link'));
    lchownSync(tree.path('link'), SOMEBODY, SOMEBODY);
    expect(privateDirectory(tree.path('link/mine'))).toBeNull();
  });

  it('is none where a file lies', async () => {
    await using tree = await openTree({ file: '' });
    expect(privateDirectory(tree.path('file'))).toBeNull();
    expect(privateDirectory(tree.path('file/below'))).toBeNull();
  });
});
