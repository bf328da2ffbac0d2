import type { DirectoryEntry } from '../volume/open-entry.ts';
import type { StatIdentity } from './file-identity.ts';
import { isLongAgo } from './timestamp-granularity.ts';

/** A cache of what directories hold, valid as long as their state shows that nothing has changed. */
export interface Listings<Entry = DirectoryEntry> {
  /** Null if the directory at `path` is not known, or has changed; `stateNow` is called only if it is known. */
  recall(path: string, stateNow: () => StatIdentity | null): readonly Entry[] | null;
  /** Reads and remembers the directory at `path`. @param state its state, taken before the call */
  read(path: string, state: StatIdentity, entries: () => readonly Entry[]): readonly Entry[];
  /** Called before the directory is read; the result remembers what was read, and returns it. */
  startReading(path: string, state: StatIdentity): (entries: readonly Entry[]) => readonly Entry[];
}

interface CachedListing<Entry> {
  readonly state: StatIdentity;
  readonly entries: readonly Entry[];
}

const MAX_ENTRIES = 200_000;
// What a directory takes besides its entries, in entries.
const OVERHEAD = 5;

/** Remembers the directories read last, up to `maxEntries` in all. */
export function createListings<Entry = DirectoryEntry>(maxEntries = MAX_ENTRIES): Listings<Entry> {
  // From the one that was read longest ago to the latest.
  const known = new Map<string, CachedListing<Entry>>();
  let room = maxEntries;

  const forget = (path: string): void => {
    const listing = known.get(path);
    if (listing !== undefined) room += sizeOf(listing);
    known.delete(path);
  };

  const remember = (path: string, listing: CachedListing<Entry>): void => {
    forget(path);
    if (sizeOf(listing) > maxEntries) return;
    known.set(path, listing);
    room -= sizeOf(listing);
    for (const oldest of known.keys()) {
      if (room >= 0) return;
      forget(oldest);
    }
  };

  const startReading: Listings<Entry>['startReading'] = (path, state) => {
    // Decided before reading, since every later change must show in the state. Soon after a change the next might
    // not, even if files have fine times: tmpfs stamps a directory with a coarse time when a name is removed.
    const showsChanges = isLongAgo(state.ctimeNs) && !isPseudoFile(path, state);
    return (entries) => {
      if (showsChanges) remember(path, { state, entries });
      return entries;
    };
  };

  return {
    recall(path, stateNow) {
      const listing = known.get(path);
      if (listing === undefined) return null;
      if (stateNow()?.isSameState(listing.state)) return listing.entries;
      forget(path);
      return null;
    },
    read(path, state, entriesNow) {
      const remember = startReading(path, state);
      return remember(entriesNow());
    },
    startReading,
  };
}

function sizeOf({ entries }: CachedListing<unknown>): number {
  return entries.length + OVERHEAD;
}

/** True if the system makes up the names when asked, so that times say nothing. Few such directories have a size. */
function isPseudoFile(path: string, { size }: StatIdentity): boolean {
  return size === 0 || path.startsWith('/proc/');
}
