import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type ContractVolume, type Files, openTree, plantTree } from '@dragoman/testing';
import { type LocalVolumeOptions, openLocalVolume } from '../src/index.ts';
import type { Platform } from '../src/lib/descriptors/platform.ts';

/** A volume over a temporary directory of this machine. */
export async function openLocal(
  platform: Platform,
  options: Pick<LocalVolumeOptions, 'fsync' | 'locks' | 'takeFlock'> = {},
): Promise<ContractVolume> {
  const tree = await openTree();
  const volume = openLocalVolume({ allow: [tree.root], deny: ['secret*'], platform, ...options });
  return {
    volume,
    root: tree.root,
    plant: (files) => plantTree(tree.root, files),
    files: () => filesIn(tree.root),
    async [Symbol.asyncDispose]() {
      await volume[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

export function filesIn(root: string, below = ''): Files {
  // What is kept for all machines is no file of the tree.
  const names = readdirSync(join(root, below), { withFileTypes: true }).filter(({ name }) => name !== '.dragoman');
  const files = names.map((entry): Files => {
    const path = join(below, entry.name);
    if (entry.isFile()) return { [path.replaceAll(sep, '/')]: readFileSync(join(root, path), 'utf8') };
    const inner = filesIn(root, path);
    return Object.keys(inner).length === 0 ? { [`${path.replaceAll(sep, '/')}/`]: '' } : inner;
  });
  return Object.assign({}, ...files);
}
