import { chmodSync, type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { choosePlatform, pathForOthers } from '../descriptors/platform.ts';
import { isSurelyBefore } from '../descriptors/timestamp-granularity.ts';
import { attempt, orNull } from '../errors/best-effort.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';
import { outermost } from '../paths/outermost.ts';
import { contains } from '../paths/scope.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';

/** A search of trees for bits that were set. */
export interface SetIdSearch {
  /** The moment since which changes count in each tree, in milliseconds since the epoch. In a tree in another, its own counts. */
  readonly roots: ReadonlyMap<string, number>;
  /** Directories that are passed over. */
  readonly except: readonly string[];
}

/** The files whose bits were cleared. */
export interface ClearedFiles {
  readonly paths: readonly string[];
  /** Each entry of the trees was looked at, but for what other users keep closed. */
  readonly isWhole: boolean;
}

const MAX_ENTRIES = 200_000;
const MAX_MS = 2000;
// Others wait no longer for the event loop.
const SLICE_MS = 20;

const SET_USER_OR_GROUP_ID = 0o6000;

/**
 * Clears the set-user-id and set-group-id bits of regular files that changed in any way since a moment. Those of
 * directories give nobody rights, and new directories inherit them. Looks at 200,000 entries at most, for 2 s at most.
 */
export async function clearSetId({ roots, except }: SetIdSearch): Promise<ClearedFiles> {
  const paths: string[] = [];
  const excepted = new Set(except);
  const trees = [...roots.keys()];
  const pending = outermost(trees).map((directory) => ({ directory, sinceMs: roots.get(directory) ?? 0 }));
  const startMs = performance.now();
  let [entries, sliceMs, isWhole] = [0, startMs, true];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { directory, sinceMs } = next;
    const found = entriesIn(directory);
    isWhole &&= found !== null;
    for (const entry of found ?? []) {
      const path = join(directory, decodeName(entry.name));
      entries += 1;
      if (entry.isDirectory() && !excepted.has(path))
        pending.push({ directory: path, sinceMs: roots.get(path) ?? sinceMs });
      else if (entry.isDirectory()) isWhole &&= entriesIn(path) !== null;
      else if (entry.isFile() && isNewlySet(path, sinceMs) && clear(path, trees)) paths.push(path);
      const nowMs = performance.now();
      if (entries >= MAX_ENTRIES || nowMs - startMs > MAX_MS) return { paths, isWhole: false };
      if (nowMs - sliceMs < SLICE_MS) continue;
      await yieldToEventLoop();
      sliceMs = performance.now();
    }
  }
  return { paths, isWhole };
}

/** Null for a directory that this user keeps closed, and could open again. */
function entriesIn(directory: string): readonly Dirent<Buffer>[] | null {
  const entries = orNull(() => readdirSync(systemPath(directory), { withFileTypes: true, encoding: 'buffer' }));
  const owner = entries === null ? orNull(() => lstatSync(systemPath(directory)))?.uid : undefined;
  return owner !== undefined && owner === process.getuid?.() ? null : (entries ?? []);
}

function isNewlySet(path: string, sinceMs: number): boolean {
  const stat = orNull(() => lstatSync(systemPath(path)));
  return stat !== null && hasBits(stat) && !isSurelyBefore(stat.ctimeMs, sinceMs);
}

function hasBits({ mode }: Pick<Stats, 'mode'>): boolean {
  return (mode & SET_USER_OR_GROUP_ID) !== 0;
}

/** Clears the bits of a file by its descriptor: a directory above may be another by now. */
function clear(path: string, roots: readonly string[]): boolean {
  const platform = choosePlatform();
  const directory = orNull(() => platform.pin?.(dirname(path)));
  if (directory === null) return false;
  const file = orNull(() => platform.pinEntry(directory, path.slice(path.lastIndexOf('/') + 1)));
  platform.release(directory);
  if (file === null) return false;
  try {
    const mode = Number(file.stat.mode);
    const name = pathForOthers(file.fd);
    const isOurs = file.stat.isFile() && hasBits({ mode }) && roots.some((root) => contains(root, file.realPath));
    return isOurs && name !== null && attempt(() => chmodSync(name, mode & 0o7777 & ~SET_USER_OR_GROUP_ID));
  } finally {
    platform.release(file);
  }
}
