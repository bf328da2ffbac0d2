import { isSameState } from './local-file.ts';
import { isLongAgo } from './settled.ts';
import type { DirectoryEntry, FileIdentity } from './volume.ts';

/** What directories held when they were read, for as long as their state tells that they hold the same. */
export interface Listings {
  /** Null where the directory at `path` was not read, or changed since then; `stateNow` is asked only where it was. */
  recall(path: string, stateNow: () => FileIdentity | null): readonly DirectoryEntry[] | null;
  /** Reads the directory at `path`, which was in `state` at some time before. */
  read(path: string, state: FileIdentity, entries: () => readonly DirectoryEntry[]): readonly DirectoryEntry[];
}

interface Listing {
  readonly state: FileIdentity;
  /** The entries in one text, which takes a sixth of the memory, and nothing of the garbage collector's time. */
  readonly packed: string;
}

const MAX_CHARACTERS = 8 * 1024 * 1024;
// What a directory takes beside its entries.
const OVERHEAD = 500;

/** The latest that were read are remembered, up to so many characters of names in all. */
export function createListings(maxCharacters = MAX_CHARACTERS): Listings {
  // From the one that was read longest ago to the latest.
  const known = new Map<string, Listing>();
  let size = 0;

  const forget = (path: string): void => {
    const listing = known.get(path);
    if (listing !== undefined) size -= sizeOf(listing);
    known.delete(path);
  };

  const remember = (path: string, listing: Listing): void => {
    forget(path);
    if (sizeOf(listing) > maxCharacters) return;
    known.set(path, listing);
    size += sizeOf(listing);
    for (const oldest of known.keys()) {
      if (size <= maxCharacters) return;
      forget(oldest);
    }
  };

  return {
    recall(path, stateNow) {
      const listing = known.get(path);
      if (listing === undefined) return null;
      const state = stateNow();
      if (state !== null && isSameState(state, listing.state)) return unpacked(listing.packed);
      forget(path);
      return null;
    },
    read(path, state, entriesNow) {
      // Before it is read: what changes later has to show. The times of a directory are never fine enough to show it at
      // once: when a name goes, tmpfs gives it a time as coarse as that of the file.
      const showsChanges = isLongAgo(state.ctimeNs) && !isMadeUp(path, state);
      const entries = entriesNow();
      if (showsChanges) remember(path, { state, packed: packed(entries) });
      return entries;
    },
  };
}

function sizeOf({ packed }: Listing): number {
  return packed.length + OVERHEAD;
}

const LETTERS = { file: 'f', directory: 'd', link: 'l', other: 'o' } as const;
const KINDS: Readonly<Record<string, DirectoryEntry['kind']>> = { f: 'file', d: 'directory', l: 'link', o: 'other' };

/** Each as the letter of its kind and its name, which has no slash. */
function packed(entries: readonly DirectoryEntry[]): string {
  return entries.map(({ name, kind }) => LETTERS[kind] + name).join('/');
}

function unpacked(text: string): DirectoryEntry[] {
  if (text === '') return [];
  return text.split('/').map((entry) => ({ name: entry.slice(1), kind: KINDS[entry.charAt(0)] ?? 'other' }));
}

/** Where the system makes up names as it is asked for them, times say nothing; few such directories have a size. */
function isMadeUp(path: string, { size }: FileIdentity): boolean {
  return size === 0n || path.startsWith('/proc/');
}
