import { keepsTimes, restMs } from '@dragoman/fs-core/internal/index-kit';
import { isSurelyBefore } from '@dragoman/fs-core/internal/kernel';
import { type BuildOptions, type BuiltIndex, buildIndex } from './build-index.ts';
import { type IndexKey, keyOf, type NoIndex, type TreeOfIndex } from './index-place.ts';
import { type Append, isTooLarge, storeIndex } from './index-store.ts';
import { knownTree } from './known-tree.ts';
import type { Manifest } from './manifest.ts';
import { openStoredIndex } from './open-index.ts';
import { isWorthwhile, REFRESH_BOUNDS, type RefreshBounds } from './search-index.ts';
import { syncTree } from './sync-tree.ts';

/** The tree to index, and the place of its index. */
export interface TreeIndexOptions
  extends TreeOfIndex,
    Pick<BuildOptions, 'userExcludes' | 'skip' | 'onProgress' | 'pause' | 'signal'> {
  /** Milliseconds after which a change is on the disk; for tests. Default: as the system says. */
  readonly restMs?: number;
}

/**
 * Reads a tree and keeps its index, in place of the one that was there.
 * @throws ToolError `CONFLICT` if another process builds it, `CANCELLED`, as `Volume.open`; IndexTooLargeError
 */
export async function buildTreeIndex(options: TreeIndexOptions): Promise<Manifest | NoIndex> {
  return await withKey(options, async (key) => {
    const isAtRest = (await sinceSync(options)) ?? longAgo(options);
    return await storeIndex<never>(key, (append) =>
      buildIndex(options.volume, key.root, { ...options, isAtRest, append }),
    );
  });
}

/** The reason why an index is not made, or stays as it is. */
export type UnchangedReason = 'few-files' | 'few-changes' | 'too-large';

/**
 * Updates the index of a tree; builds one if there is none, or if much of it is out of date.
 * @throws as `buildTreeIndex`
 */
export async function refreshTreeIndex(
  options: TreeIndexOptions,
  bounds: RefreshBounds = REFRESH_BOUNDS,
): Promise<Manifest | NoIndex | UnchangedReason> {
  return await withKey(options, async (key) => {
    if (isTooLarge(key)) return 'too-large';
    const updated = await storeIndex(key, (append) => updateOf(key, { ...options, append }, bounds));
    if (updated !== 'none' && updated !== 'stale') return updated;
    const isAtRest = (await sinceSync(options)) ?? (await afterRest(options));
    return await storeIndex(key, async (append) => {
      const built = await buildIndex(options.volume, key.root, { ...options, isAtRest, append });
      return updated === 'none' && built.content.counts.files < bounds.leastFiles ? 'few-files' : built;
    });
  });
}

/** Number of segments above which an index is built anew: a search reads from each of them. */
const MOST_SEGMENTS = 16;
/** Share of columns that belong to no file any more; above it, the index is built anew. */
const MOST_DEAD = 0.25;

async function updateOf(
  key: IndexKey,
  options: TreeIndexOptions & { readonly append: Append },
  bounds: RefreshBounds,
): Promise<BuiltIndex | 'none' | 'stale' | 'few-changes'> {
  using opened = await openStoredIndex(key);
  if (opened === null) return 'none';
  if (opened.manifest.segments.length >= MOST_SEGMENTS) return 'stale';
  const known = knownTree(opened);
  const given = { ...options, isAtRest: longAgo(options), known };
  const built = await buildIndex(options.volume, key.root, given);
  if (built.dead > MOST_DEAD * (known.columns + built.taken)) return 'stale';
  const changes = Math.max(built.taken, built.dead - known.dead, built.relisted);
  return isWorthwhile(changes, known.files, bounds) ? built : 'few-changes';
}

async function withKey<Result>(
  options: TreeIndexOptions,
  work: (key: IndexKey) => Promise<Result>,
): Promise<Result | NoIndex> {
  const key = await keyOf(options);
  if (typeof key === 'string') return key;
  using _ = key.root;
  if (options.restMs === undefined && !keepsTimes(options.root)) return 'file-system';
  return await work(key);
}

/** Tests for rest: a file is at rest if each later store into it shows in its ctime. */
type IsAtRest = BuildOptions['isAtRest'];

/**
 * A store into a mapped page shows once the page is written back, so a file that has not changed since `sync` began is at
 * rest. Null if `sync` does not work here.
 */
async function sinceSync(options: TreeIndexOptions): Promise<IsAtRest | null> {
  if (options.restMs !== undefined) return null;
  const startMs = Date.now();
  if (!(await syncTree(options.root, options.signal))) return null;
  const isOld = longAgo(options);
  return (ctimeMs) => isSurelyBefore(ctimeMs, startMs) || isOld(ctimeMs);
}

/** Changes that are older than the system's delay before it writes pages back. */
function longAgo({ restMs: given }: TreeIndexOptions): IsAtRest {
  const age = given ?? restMs() ?? Number.POSITIVE_INFINITY;
  return (ctimeMs) => Date.now() - ctimeMs >= age;
}

/** Waits until all files that do not change again are at rest: after a checkout, every file is too young. */
async function afterRest(options: TreeIndexOptions): Promise<IsAtRest> {
  await new Promise((resolve) => setTimeout(resolve, options.restMs ?? restMs() ?? 0));
  return longAgo(options);
}
