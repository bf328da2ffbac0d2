import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { keyOf, type NoIndex, type TreeOfIndex } from './index-place.ts';
import { isTooLarge } from './index-store.ts';
import { sizeOf } from './manifest.ts';
import { type OpenIndex, openStoredIndex } from './open-index.ts';

export interface IndexFindings {
  readonly files: number;
  /** Bytes of the index. */
  readonly size: number;
  /** Time when the index was last built or updated, in milliseconds since the epoch. */
  readonly builtMs: number;
  /** Files that a search reads whatever it looks for: changed since, or not at rest when the index was built. */
  readonly uncovered: number;
  /** Directories that have changed, in which searches look for new files. */
  readonly changedDirectories: number;
}

/** State of a tree's index; else, the reason why there is none. */
export async function examineIndex(tree: TreeOfIndex): Promise<IndexFindings | NoIndex | 'none' | 'too-large'> {
  const key = await keyOf(tree);
  if (typeof key === 'string') return key;
  using _ = key.root;
  if (!keepsTimes(tree.root)) return 'file-system';
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
