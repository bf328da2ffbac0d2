import { openLocalVolume } from '@dragoman/fs-core';
import { openTree, type TreeNode } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createNotes } from '../walk/search-notes.ts';
import type { FindLinesRequest } from './line-search.ts';
import { openLineTarget } from './line-target.ts';

const request: FindLinesRequest = {
  ...({ pattern: 'x', result: 'lines', hidden: true, maxLines: 1, ignoreFiles: 'all' } as const),
  skip: new Set(['skipped']),
};

type TreeSpec = Record<string, TreeNode>;

async function isSmall(spec: TreeSpec): Promise<boolean> {
  await using tree = await openTree(spec);
  const volume = openLocalVolume({ allow: [tree.root] });
  using searched = await volume.open(tree.root);
  return (await openLineTarget({ volume, searched, request, notes: createNotes() })).target.isSmall;
}

function files(count: number, content: string): TreeSpec {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index % 50}/f${index}`, content]));
}

describe('openLineTarget', () => {
  it.each([
    ['no file', {}, true],
    ['a few small files', files(200, 'x'), true],
    ['many files where they are left out', { a: 'x', ...inside('skipped', files(2_000, '')) }, true],
    ['many files where they are ignored', { '.ignore': '/ig/', ...inside('ig', files(2_000, '')) }, true],
    ['many files', files(2_000, 'x'), false],
    ['large files', files(10, 'x'.repeat(1024 * 1024)), false],
  ])('spares ripgrep a second thread only in a small tree: %s', async (_, spec, expected) => {
    expect(await isSmall(spec)).toBe(expected);
  });
});

function inside(directory: string, spec: TreeSpec): TreeSpec {
  return Object.fromEntries(Object.entries(spec).map(([path, content]) => [`${directory}/${path}`, content]));
}
