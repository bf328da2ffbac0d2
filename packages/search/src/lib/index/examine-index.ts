import type { Volume } from '@dragoman/fs-core';
import { keepsTimes } from '@dragoman/fs-core/index-kit';
import { placeIn, rulesBelow } from './index-place.ts';
import { isTooLarge } from './index-store.ts';
import { sizeOf } from './manifest.ts';
import { type OpenIndex, openStoredIndex } from './open-index.ts';
import { openRoot } from './open-indexes.ts';
import type { NoIndex } from './tree-index.ts';

export interface IndexFindings {
  readonly files: number;
  /** Bytes of the index. */
  readonly size: number;
  /** When something was last taken in, in milliseconds since the epoch. */
  readonly builtMs: number;
  /** Files that a search reads whatever it looks for: changed since, or not at rest when the index was built. */
  readonly uncovered: number;
  /** Directories that have changed, in which searches look for new files. */
  readonly changedDirectories: number;
}

export interface ExaminedTree {
  readonly volume: Volume;
  /** One of the volume's roots. */
  readonly root: string;
  /** As of `SearchIndex`. */
  readonly directory: string | null;
  readonly rules: string;
}

/** What a tree's index holds and has become; else, why there is none. */
export async function examineIndex(tree: ExaminedTree): Promise<IndexFindings | NoIndex | 'none' | 'too-large'> {
  const { volume, directory } = tree;
  if (volume.traits.kind !== 'local') return 'not-local';
  if (!keepsTimes(tree.root)) return 'file-system';
  const place = placeIn(directory);
  using root = await openRoot(volume, tree.root);
  if (place === null || root === null) return 'no-place';
  const key = { place, root, rules: rulesBelow(root.realPath, volume.roots, tree.rules) };
  using opened = await openStoredIndex(key);
  if (opened === null) return isTooLarge(key) ? 'too-large' : 'none';
  return await findingsOf(opened);
}

async function findingsOf({ manifest, sweep }: OpenIndex): Promise<IndexFindings> {
  const { files, directories } = manifest.content.counts;
  const changes = await sweep.look(0, directories);
  // What was not at rest has no state, and differs each time.
  return {
    files,
    size: sizeOf(manifest),
    builtMs: manifest.builtMs,
    uncovered: changes.files.length,
    changedDirectories: changes.directories.length,
  };
}
