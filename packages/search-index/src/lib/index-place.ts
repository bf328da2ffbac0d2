import {
  entryStateOf,
  INDEX_SUFFIX,
  openPrivateStore,
  type PrivateStore,
  sha256,
} from '@dragoman/fs-core/internal/index-kit';
import {
  broughtLink,
  contains,
  indexesIn,
  isPathError,
  type OpenDirectory,
  userCaches,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { FORMAT, MANIFEST } from './manifest.ts';

/** Identifies one of a user's indexes. */
export interface IndexKey {
  /** The directory that holds all indexes. */
  readonly place: string;
  /** The read rules, serialized: servers with different rules never share an index. */
  readonly rules: string;
  readonly root: OpenDirectory;
}

/** A tree, and for whom it is indexed. */
export interface TreeOfIndex {
  readonly volume: Volume;
  /** One of the volume's roots. */
  readonly root: string;
  /** The `directory` of `SearchIndex`. */
  readonly directory: string | null;
  readonly rules: string;
}

/** The reason why a tree has no index. */
export type NoIndex = 'not-local' | 'file-system' | 'no-place';

/** The key of a tree's index, or the reason why the tree has none. The caller closes `root`. */
export async function keyOf({ volume, root: path, directory, rules }: TreeOfIndex): Promise<IndexKey | NoIndex> {
  const place = placeIn(directory);
  if (place === null || broughtLink(place, volume.roots) !== null) return 'no-place';
  const root = volume.traits.kind === 'local' ? await openRoot(volume, path) : null;
  return root === null ? 'not-local' : { place, root, rules: rulesBelow(root.realPath, volume.roots, rules) };
}

/** Null if no directory of the volume is there. */
async function openRoot(volume: Volume, path: string): Promise<OpenDirectory | null> {
  try {
    const opened = await volume.open(path, { for: 'names' });
    if (opened.kind === 'directory') return opened;
    opened.close();
  } catch (error) {
    if (!isPathError(error)) throw error;
  }
  return null;
}

/** The directory of indexes: below the given directory or the user's cache; null if there is neither. */
export function placeIn(directory: string | null): string | null {
  const outer = directory ?? userCaches();
  return outer === null ? null : indexesIn(outer);
}

/** The read rules below a root: the session's, and the other roots in it, where some rules do not hold. */
export function rulesBelow(root: string, roots: readonly string[], rules: string): string {
  return JSON.stringify([rules, roots.filter((each) => contains(root, each)).toSorted()]);
}

/** The name of the directory of an index; null for a root that lies on no file system of this machine. */
export function indexName({ root, rules }: Pick<IndexKey, 'root' | 'rules'>): string | null {
  const state = entryStateOf(root.identity);
  if (state === null) return null;
  const text = JSON.stringify([FORMAT, root.realPath, `${state.device}`, `${state.inode}`, rules]);
  return sha256(Buffer.from(text)).slice(0, 32) + INDEX_SUFFIX;
}

/** The directory of an index; null if it is not there, or not safe. */
export function homeOf({ place, ...key }: IndexKey): PrivateStore | null {
  const name = indexName(key);
  return name === null ? null : (openPrivateStore(place)?.within(name) ?? null);
}

/** Identifies the index that is stored under a key now, and not its successors; null if there is none. */
export function storedState(key: IndexKey): string | null {
  return homeOf(key)?.stateOf(MANIFEST) ?? null;
}
