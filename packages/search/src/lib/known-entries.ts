import type { DirectoryEntry, OpenDirectory, Volume } from '@dragoman/fs-core';

interface Known {
  readonly state: string;
  readonly entries: readonly DirectoryEntry[];
}

const MAX_DIRECTORIES = 1_000;
// A directory of more is as quickly read as kept.
const MAX_ENTRIES = 500;

const volumes = new WeakMap<Volume, Map<string, Known>>();

/** Gives the entries of directories, and opens those only that changed since an earlier search. */
export function createKnownEntries(volume: Volume, root: OpenDirectory) {
  const known = volumes.get(volume) ?? new Map<string, Known>();
  volumes.set(volume, known);
  return (path: string, open: () => OpenDirectory): readonly DirectoryEntry[] => {
    const key = `${root.realPath}/${path}`;
    // Before it is read: what changes meanwhile changes this for the next search.
    const state = root.stateHint(path);
    const earlier = known.get(key);
    if (earlier !== undefined && earlier.state === state) return earlier.entries;
    const entries = open().entries();
    known.delete(key);
    if (state !== null && entries.length <= MAX_ENTRIES) known.set(key, { state, entries });
    const [oldest] = known.keys();
    if (known.size > MAX_DIRECTORIES && oldest !== undefined) known.delete(oldest);
    return entries;
  };
}
