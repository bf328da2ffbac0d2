import { sep } from 'node:path';
import { isPathError, type OpenDirectory, type Volume } from '@dragoman/fs-core';
import { type IndexKey, indexName, placeIn, rulesBelow, storedState } from './index-place.ts';
import { type OpenIndex, openStoredIndex } from './open-index.ts';
import { outermost, type SearchIndex } from './search-index.ts';

/** An index that covers a directory. It stays open until this is disposed of. */
export interface Covering extends Disposable {
  readonly opened: OpenIndex;
  /** Of the directory, below the root of the index. */
  readonly path: string;
}

interface Lookup {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly index: SearchIndex;
}

interface Known {
  /** Of its manifest. */
  readonly state: string;
  readonly opening: Promise<OpenIndex | null>;
  /** Searches that use it. */
  users: number;
}

/** Open indexes by their directories: their memory and threads are the process's, as the machine's files are. */
const known = new Map<string, Known>();

/** An index that covers the searched directory; else, why there is none. */
export async function indexOver({ volume, searched, index }: Lookup): Promise<Covering | string> {
  const place = placeIn(index.directory);
  if (place === null) return 'no place';
  if (volume.traits.kind !== 'local') return 'kind of volume';
  const root = outermost(volume.roots, searched.realPath);
  if (root === null) return 'no root';
  using opened = await openRoot(volume, root);
  if (opened === null) return 'no root';
  const rules = rulesBelow(root, volume.roots, index.rules);
  const covering = await currentIndex({ place, rules, root: opened });
  if (covering === null) return 'no index';
  return { ...covering, path: searched.realPath.slice(root.length).split(sep).filter(Boolean).join('/') };
}

/** Null if no directory of the volume is there. */
export async function openRoot(volume: Volume, path: string): Promise<OpenDirectory | null> {
  try {
    const opened = await volume.open(path, { for: 'names' });
    if (opened.kind === 'directory') return opened;
    opened.close();
  } catch (error) {
    if (!isPathError(error)) throw error;
  }
  return null;
}

async function currentIndex(key: IndexKey): Promise<Omit<Covering, 'path'> | null> {
  const name = `${key.place} ${indexName(key)}`;
  const state = storedState(key);
  const last = known.get(name);
  if (last !== undefined && last.state !== state) {
    known.delete(name);
    closeUnused(name, last);
  }
  if (state === null) return null;
  const current = known.get(name) ?? { state, opening: openStoredIndex(key), users: 0 };
  known.set(name, current);
  current.users += 1;
  const release = (): void => {
    current.users -= 1;
    closeUnused(name, current);
  };
  const opened = await current.opening;
  if (opened !== null) return { opened, [Symbol.dispose]: release };
  if (known.get(name) === current) known.delete(name);
  release();
  return null;
}

/** Closes an index in whose place there is another by now, once no search uses it. */
function closeUnused(name: string, old: Known): void {
  if (old.users > 0 || known.get(name) === old) return;
  void old.opening.then((opened) => opened?.[Symbol.dispose]());
}
