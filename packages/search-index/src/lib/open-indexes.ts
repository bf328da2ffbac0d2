import { sep } from 'node:path';
import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import { type IndexKey, indexName, keyOf, storedState } from './index-place.ts';
import { type OpenIndex, openStoredIndex } from './open-index.ts';
import { outermost, type SearchIndex } from './search-index.ts';

/** A use of an index that covers a directory: the index stays open until the use is disposed of. */
export interface IndexUse extends Disposable {
  readonly opened: OpenIndex;
  /** Path of the directory below the root of the index. */
  readonly path: string;
}

interface Lookup {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly index: SearchIndex;
}

interface SharedIndex {
  /** State of its manifest. */
  readonly state: string;
  readonly opening: Promise<OpenIndex | null>;
  /** Number of searches that use the index. */
  users: number;
}

/** Open indexes by their directories: their memory and threads are the process's, as the machine's files are. */
const known = new Map<string, SharedIndex>();

/** An index that covers the searched directory; else, why there is none. */
export async function indexOver({ volume, searched, index }: Lookup): Promise<IndexUse | string> {
  const root = outermost(volume.roots, searched.realPath);
  if (root === null) return 'no root';
  const key = await keyOf({ volume, root, ...index });
  if (typeof key === 'string') return key;
  using _ = key.root;
  const covering = await currentIndex(key);
  if (covering === null) return 'no index';
  return { ...covering, path: searched.realPath.slice(root.length).split(sep).filter(Boolean).join('/') };
}

async function currentIndex(key: IndexKey): Promise<Omit<IndexUse, 'path'> | null> {
  const name = `${key.place} ${indexName(key)}`;
  const state = storedState(key);
  const last = known.get(name);
  if (last !== undefined && last.state !== state) {
    known.delete(name);
    closeUnused(name, last);
  }
  if (state === null) return null;
  const current = known.get(name) ?? { state, opening: opened(key), users: 0 };
  known.set(name, current);
  current.users += 1;
  const release = (): void => {
    current.users -= 1;
    closeUnused(name, current);
  };
  const index = await current.opening;
  if (index !== null) return { opened: index, [Symbol.dispose]: release };
  if (known.get(name) === current) known.delete(name);
  release();
  return null;
}

/** Null also for an index that the system does not let this process read: the next search tries again. */
function opened(key: IndexKey): Promise<OpenIndex | null> {
  return openStoredIndex(key).catch(() => null);
}

/** Closes an index that was replaced, once no search uses it. */
function closeUnused(name: string, old: SharedIndex): void {
  if (old.users > 0 || known.get(name) === old) return;
  void old.opening.then((opened) => opened?.[Symbol.dispose]());
}
