import type { StatIdentity } from '../state/file-identity.ts';
import { isLongAgo } from '../state/timestamp-granularity.ts';
import type { DirectoryEntry } from '../volume/volume.ts';

/** A cache of what directories hold, valid as long as their state shows that nothing has changed. */
export interface Listings {
  /** Null if the directory at `path` is not known, or has changed; `stateNow` is called only where it is known. */
  recall(path: string, stateNow: () => StatIdentity | null): readonly DirectoryEntry[] | null;
  /** Reads and remembers the directory at `path`. @param state its state, taken before the call */
  read(path: string, state: StatIdentity, entries: () => readonly DirectoryEntry[]): readonly DirectoryEntry[];
}

interface Listing {
  readonly state: StatIdentity;
  /** The entries in one text, which takes a sixth of the memory and none of the garbage collector's time. */
  readonly packed: string;
}

const MAX_CHARACTERS = 8 * 1024 * 1024;
// What a directory takes besides its entries, in characters.
const OVERHEAD = 500;

/** Remembers the directories read last, up to `maxCharacters` of names in all. */
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
      if (state?.isSameState(listing.state)) return unpacked(listing.packed);
      forget(path);
      return null;
    },
    read(path, state, entriesNow) {
      // Decided before reading, since every later change must show in the state. Soon after a change the next might
      // not, even where files have fine times: tmpfs stamps a directory with a coarse time when a name is removed.
      const showsChanges = isLongAgo(state.ctimeNs) && !isPseudoFile(path, state);
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

/** Each entry as the letter of its kind and its name, with slashes between them: no name contains one. */
function packed(entries: readonly DirectoryEntry[]): string {
  return entries.map(({ name, kind }) => LETTERS[kind] + name).join('/');
}

function unpacked(text: string): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let from = 0; from < text.length; ) {
    const slash = text.indexOf('/', from);
    const end = slash < 0 ? text.length : slash;
    entries.push({ name: text.slice(from + 1, end), kind: KINDS[text.charAt(from)] ?? 'other' });
    from = end + 1;
  }
  return entries;
}

/** Whether the system makes up the names when asked, so that times say nothing. Few such directories have a size. */
function isPseudoFile(path: string, { size }: StatIdentity): boolean {
  return size === 0 || path.startsWith('/proc/');
}
