import {
  type DirectoryEntry,
  encodeName,
  isPathError,
  type OpenDirectory,
  type Visit,
  visitRoot,
} from '@dragoman/fs-core/internal/kernel';
import type { EntryBelow } from '@dragoman/outcomes/internal/parts';

/** Limits of a walk. */
export interface WalkBounds {
  /** Levels; 1 for what lies directly in the directory. Default: all. */
  readonly depth?: number;
  /** True for an entry that is passed over, with what lies in it. */
  readonly leavesOut?: (entry: EntryBelow) => boolean;
}

/**
 * All that lies below a directory, by the bytes of names, each directory's entries right after it. An unreadable
 * directory has no entries, nor has one after which `next` is told `false`.
 */
export function walkByName(directory: OpenDirectory, bounds: WalkBounds = {}): Walk {
  return entriesOf(visitRoot(directory), bounds, 0);
}

type Walk = Generator<EntryBelow, void, boolean | undefined>;

function* entriesOf(visit: Visit, bounds: WalkBounds, level: number): Walk {
  const { depth = Number.POSITIVE_INFINITY, leavesOut = () => false } = bounds;
  for (const { name, kind } of byName(visit.entries())) {
    const path = visit.path === '' ? name : `${visit.path}/${name}`;
    const entry = { path, name, kind, level };
    if (leavesOut(entry)) continue;
    const isEntered = yield entry;
    if (isEntered === false || kind !== 'directory' || level + 1 >= depth) continue;
    try {
      using inner = visit.enter(name);
      yield* entriesOf(inner, bounds, level + 1);
    } catch (error) {
      if (!isPathError(error)) throw error;
    }
  }
}

// Below the surrogates, strings are in the order of their bytes.
const OUT_OF_ORDER = /[\ud800-\uffff]/;

/** True if a name comes after another by its bytes. */
export function isAfter(name: string, other: string): boolean {
  if (!OUT_OF_ORDER.test(name) && !OUT_OF_ORDER.test(other)) return name > other;
  return Buffer.compare(encodeName(name), encodeName(other)) > 0;
}

/** Entries by the bytes of their names. */
export function byName(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  if (!entries.some(({ name }) => OUT_OF_ORDER.test(name)))
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return entries
    .map((entry) => ({ entry, bytes: encodeName(entry.name) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ entry }) => entry);
}
