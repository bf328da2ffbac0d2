import { contains, type Log, type RealPath } from '@dragoman/fs-core/internal/kernel';

/** Settings of a session for indexes, and its record of slow searches. */
export interface SearchIndex {
  /** The directory in which the indexes lie; null for the user's cache. */
  readonly directory: string | null;
  /** Rules on what the session may read, as a text. Sessions with other rules never share an index. */
  readonly rules: string;
  readonly log: Log;
  /** Times of slow searches that read everything, in milliseconds since the epoch, by the tree. */
  readonly slow: Map<string, readonly number[]>;
  /** Rules for building indexes unasked; null if none is built unasked. */
  readonly building: BuildingRules | null;
  /** Default: `INDEX_BOUNDS`. */
  readonly bounds?: IndexBounds;
}

/** Rules that a thread needs to read only what the session may read, besides the trees: plain data. */
export interface BuildingRules {
  readonly deny: readonly string[];
  readonly builtinDeny: boolean;
  /** Names of directories that are not indexed. */
  readonly skip: readonly string[];
  /** Environment variables by which the user's own ignore file is found. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Limits from which on an index is worth its while. */
export interface IndexBounds {
  /** A search that took so long was slow. */
  readonly slowMs: number;
  /** Number of slow searches within ten minutes. */
  readonly slowSearches: number;
  /** A search of fewer files reads them all. */
  readonly leastFiles: number;
  /** Largest part of the files that may be listed: ripgrep takes several times as long for a file that is. */
  readonly mostListed: number;
}

export const INDEX_BOUNDS: IndexBounds = { slowMs: 250, slowSearches: 2, leastFiles: 2_000, mostListed: 0.08 };

const WITHIN_MS = 600_000;

/** Limits from which on an index is built or updated unasked. */
export interface RefreshBounds {
  /** A tree with fewer files gets no index. */
  readonly leastFiles: number;
  /** An index is updated once this many files have changed, or this share of all. */
  readonly leastChanges: number;
  readonly leastPart: number;
}

export const REFRESH_BOUNDS: RefreshBounds = { leastFiles: 20_000, leastChanges: 1_000, leastPart: 0.02 };

/** True if an index of `files` is updated for the sake of `changes`. */
export function isWorthwhile(changes: number, files: number, bounds: RefreshBounds = REFRESH_BOUNDS): boolean {
  return changes > 0 && changes >= Math.min(bounds.leastChanges, bounds.leastPart * files);
}

/** Notes the time of a full scan of a tree. Once enough were slow within ten minutes, that holds for the session. */
export function noteFullScan(index: SearchIndex, path: string, tookMs: number): void {
  const { slow, bounds = INDEX_BOUNDS } = index;
  if (tookMs < bounds.slowMs || isOftenSlow(index, path)) return;
  const now = Date.now();
  const recent = (slow.get(path) ?? []).filter((time) => now - time < WITHIN_MS);
  slow.set(path, [...recent, now]);
}

/** True if searches below a tree were slow so often that an index is looked for. */
export function isOftenSlow({ slow, bounds = INDEX_BOUNDS }: SearchIndex, path: string): boolean {
  return (slow.get(path)?.length ?? 0) >= bounds.slowSearches;
}

/** The outermost of the roots around a path. */
export function outermost(roots: readonly RealPath[], path: string): RealPath | null {
  const around = roots.filter((root) => contains(root, path));
  return around.toSorted((one, other) => one.length - other.length)[0] ?? null;
}
