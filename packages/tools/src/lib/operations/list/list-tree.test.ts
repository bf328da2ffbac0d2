import { openLocalVolume, ToolError } from '@dragoman/fs-core';
import { openTree, overridden } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { listTree } from './list-tree.ts';

/** Lists a tree in which one directory cannot be opened. */
async function listWithout(failure: ToolError) {
  await using tree = await openTree({ 'a/one.txt': '', 'b/two.txt': '' });
  using root = await openLocalVolume({ allow: [tree.root] }).open(tree.root);
  if (root.kind !== 'directory') throw failure;
  const openDirectory: typeof root.openDirectory = (name) => {
    if (name === 'a') throw failure;
    return root.openDirectory(name);
  };
  return (await listTree(overridden(root, { openDirectory }), 2, {})).map(({ path }) => path);
}

describe('listTree', () => {
  it('sorts by what is printed, in which a directory ends in a slash', async () => {
    await using tree = await openTree({ 'a/b': '', a0: '', 'a.txt': '', 'a-b': '' });
    using root = await openLocalVolume({ allow: [tree.root] }).open(tree.root);
    const listed = root.kind === 'directory' ? await listTree(root, 2, {}) : [];
    expect(listed.map(({ path }) => path)).toEqual(['a-b', 'a.txt', 'a', 'a/b', 'a0']);
  });

  it('lists a directory that may not be read without its entries', async () => {
    const failure = new ToolError({ code: 'PERMISSION_DENIED', path: 'a', errno: 'EACCES' }, 'Cannot open "a"');
    expect(await listWithout(failure)).toEqual(['a', 'b', 'b/two.txt']);
  });

  it('fails where descriptors are short, rather than leaving out what there is', async () => {
    const failure = new ToolError({ code: 'IO_ERROR', path: 'a', errno: 'EMFILE' }, 'Cannot open "a"');
    await expect(listWithout(failure)).rejects.toBe(failure);
  });
});
