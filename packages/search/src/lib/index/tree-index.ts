import { isSurelyBefore, type Volume } from '@dragoman/fs-core';
import { keepsTimes, restMs } from '@dragoman/fs-core/index-kit';
import { buildIndex } from './build-index.ts';
import { type Manifest, placeIn, rulesBelow, storeIndex } from './index-store.ts';
import { openRoot } from './open-indexes.ts';
import { syncTree } from './sync-tree.ts';

/** What is indexed, and where the index goes. */
export interface TreeIndexOptions {
  readonly volume: Volume;
  /** One of the volume's roots. */
  readonly root: string;
  /** As of `SearchIndex`. */
  readonly directory: string | null;
  readonly rules: string;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes: Uint8Array | null;
  /** Names of directories that are not indexed. */
  readonly skip: ReadonlySet<string>;
  readonly onProgress?: (files: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** What changed so long ago is on the disk, in milliseconds; for tests. Default: as the system says. */
  readonly restMs?: number;
}

/** Why a tree has no index. */
export type NoIndex = 'not-local' | 'file-system' | 'no-place';

/**
 * Reads a tree and keeps its index, in place of the one that was there.
 * @throws ToolError `CONFLICT` if another process builds it, `CANCELLED`, as `Volume.open`; RangeError if it grows too large
 */
export async function buildTreeIndex(options: TreeIndexOptions): Promise<Manifest | NoIndex> {
  const { volume, directory } = options;
  const place = placeIn(directory);
  if (volume.traits.kind !== 'local') return 'not-local';
  if (options.restMs === undefined && !keepsTimes(options.root)) return 'file-system';
  using root = await openRoot(volume, options.root);
  if (root === null) return 'not-local';
  if (place === null) return 'no-place';
  const rules = rulesBelow(root.realPath, volume.roots, options.rules);
  const isAtRest = await restOf(options);
  const fill = (append: (bytes: Uint8Array) => number) => buildIndex(volume, root, { ...options, isAtRest, append });
  return (await storeIndex({ place, rules, root }, fill)) ?? 'no-place';
}

/**
 * When a file is at rest: each later store into it shows in its ctime. A store into a page of a mapping that is not
 * written back yet does not. What the disk has since `sync` began is at rest; else what is older than the system waits.
 */
async function restOf({ root, restMs: given, signal }: TreeIndexOptions): Promise<(ctimeMs: number) => boolean> {
  const age = given ?? restMs() ?? Number.POSITIVE_INFINITY;
  if (given !== undefined) return (ctimeMs) => Date.now() - ctimeMs >= age;
  const startMs = Date.now();
  const isSynced = await syncTree(root, signal);
  return (ctimeMs) => (isSynced && isSurelyBefore(ctimeMs, startMs)) || Date.now() - ctimeMs > age;
}
