import { resolve } from 'node:path';
import {
  assertNotCancelled,
  type Change,
  type ChangeOptions,
  type DeniedEntries,
  type FileChange,
  type Location,
  type RealPath,
  ToolError,
  type UpdateOptions,
  type Volume,
  type VolumeTraits,
  type WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import { createKeyedQueue, type KeyedQueue, normalizePath } from '@dragoman/fs-core/internal/volume-kit';
import type { CommitResult } from '@dragoman/outcomes';
import { changesOf } from './changes-of.ts';
import { type ChosenEntries, chosenBy } from './chosen.ts';
import { commitChosen } from './commit.ts';
import { computeAll, computeDirectory } from './compute-all.ts';
import { computeMove } from './compute-move.ts';
import { computeRemoval } from './compute-removal.ts';
import { computeWrite } from './compute-write.ts';
import { type Changeable, type ComputedChange, makeAll } from './computed.ts';
import { ancestorsOf, type Entries, type EntryChanges } from './entries.ts';
import { findPlace } from './find-place.ts';
import { judgeOver, type MergedVolume } from './merged.ts';
import { openPath } from './open-place.ts';
import type { Overlay } from './overlay.ts';
import { claimStore, openStore, type Store } from './store.ts';

/** The place where an overlay keeps its changes. */
export interface OverlayOptions {
  /** Absolute path of a directory that only this user can use; made if it is missing. One session at a time claims it. */
  readonly at: string;
}

/**
 * Lays a volume over another: everything can be changed in it, and nothing of the other is. The changes are kept in a
 * directory, where the next overlay of the same trees finds them; each is on the disk as soon as it is answered.
 * Disposing of the overlay leaves the volume below open.
 * @example await using overlay = overlayOf(volume, { at: '/var/tmp/trial' })
 */
export function overlayOf(base: Volume, { at: given }: OverlayOptions): Overlay {
  const at = resolve(given);
  const opening = createOpening(base, at);
  const laid = { opening, queue: createKeyedQueue() };
  return {
    roots: base.roots,
    traits: traitsOver(base.traits),
    async prepare() {
      await base.prepare();
      await opening.openForWriting();
    },
    deniedEntries: async (where) => withDirectory(await base.deniedEntries(where), at),
    open: async (path, purpose) => openPath(await opening.openForReading(), path, purpose),
    async locate(path, change, { signal } = {}) {
      assertNotCancelled(signal);
      return locate(await opening.openForReading(), path, change);
    },
    update: (path, change, options = {}) => update(laid, { path, change }, options),
    remove: (path, options = {}) =>
      exclusive(laid, { ...options, path }, (merged) => computeRemoval(merged, { path, ...options })),
    move: (from, to, options = {}) =>
      exclusive(laid, { ...options, path: from }, (merged) => computeMove(merged, { from, to, ...options }, options)),
    makeDirectory: (path, options = {}) =>
      exclusive(laid, { ...options, path }, (merged) => computeDirectory(merged, path)),
    transact: async (changes, options = {}) => transact(await opening.openForWriting(), changes, options),
    async *changes() {
      yield* changesOf((await opening.openForReading()).store.entries);
    },
    commit: async (paths, options) => commit(await opening.openForWriting(), paths, options),
    discard: async (paths) => discard(await opening.openForWriting(), paths),
    [Symbol.asyncDispose]: () => opening.close(),
  };
}

interface OverlaySession {
  readonly opening: ReturnType<typeof createOpening>;
  /** The changes of this session, by the path that each names. */
  readonly queue: KeyedQueue;
}

/** Makes one change; no other change of the same path is made at the same time. */
async function exclusive<Result>(
  { opening, queue }: OverlaySession,
  { path, ...options }: ChangeOptions & { readonly path: string },
  compute: (merged: Changeable) => Promise<ComputedChange<Result>>,
): Promise<Result> {
  const merged = await opening.openForWriting();
  const all = () => makeAll(merged, { path, ...options }, async () => [await compute(merged)]);
  const [result] = await queue.run(normalizePath(path), all);
  // One was computed.
  return result as Result;
}

async function locate(merged: MergedVolume, path: string, change: Parameters<Volume['locate']>[1]): Promise<Location> {
  const { realPath, kind } = await findPlace(merged, path, { access: 'write', follows: change === 'target' });
  return { realPath, kind };
}

async function update<Result>(
  laid: OverlaySession,
  { path, change }: { readonly path: string; readonly change: Change<Result> },
  { onWritten, ...options }: UpdateOptions,
): Promise<WriteResult<Result>> {
  const compute = (merged: Changeable) => computeWrite(merged, { path, change }, options);
  const result = await exclusive(laid, { path, ...options }, compute);
  onWritten?.(result);
  return result;
}

function transact(merged: Changeable, changes: readonly FileChange[], options: ChangeOptions) {
  const [first] = changes;
  const path = first === undefined ? '' : first.kind === 'move' ? first.from : first.path;
  return makeAll(merged, { path, ...options }, () => computeAll(merged, changes, options));
}

function commit(
  merged: Changeable,
  paths: readonly string[] | undefined,
  options: Pick<ChangeOptions, 'onStaged' | 'signal'> = {},
): Promise<CommitResult> {
  return merged.store.exclusive(async (change) =>
    commitChosen(merged, await chosenBy(merged, paths), { change, ...options }),
  );
}

function discard(merged: Changeable, paths: readonly string[] | undefined): Promise<void> {
  const { store } = merged;
  return store.exclusive(async (change) => change(discarding(store.entries, await chosenBy(merged, paths))));
}

/** No program sees what an overlay has changed, and one session at a time can change it. */
function traitsOver(base: VolumeTraits): VolumeTraits {
  return { ...base, kind: 'overlay', commands: false, apart: 'process', atomicMove: true, transactions: true };
}

function withDirectory(denied: DeniedEntries, at: string): DeniedEntries {
  return { ...denied, unreadableDirectories: [...denied.unreadableDirectories, at] };
}

/** Opens the store of an overlay when it is first needed, and claims it for the first change. */
function createOpening(base: Volume, at: string) {
  const keep = { at, roots: [...base.roots].sort() };
  const opened: Store[] = [];
  let own: Promise<Changeable> | null = null;
  let seen: Promise<MergedVolume> | null = null;
  let isClosed = false;
  const merge = async <Opened extends Store>(store: Opened): Promise<MergedVolume & { readonly store: Opened }> => {
    opened.push(store);
    return { base, store, isAllowed: await judgeOver(base, store.at) };
  };
  const assertOpen = (): void => {
    if (isClosed) throw new ToolError({ code: 'CANCELLED' }, 'The overlay was closed');
  };
  return {
    /** The overlay as it can be looked at. */
    async openForReading(): Promise<MergedVolume> {
      assertOpen();
      seen ??= own ?? openStore(keep).then(merge);
      return await seen;
    },
    /** The overlay as it can be changed. */
    async openForWriting(): Promise<Changeable> {
      assertOpen();
      own ??= claimStore(keep).then(merge);
      try {
        const claimed = await own;
        seen = own;
        return claimed;
      } catch (error) {
        own = null;
        throw error;
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled([own, seen]);
      for (const store of opened.splice(0)) store[Symbol.dispose]();
    },
  };
}

/**
 * The entries once some of them are forgotten. A directory above that was removed or replaced comes back with what it
 * held; whatever else was in it has entries of its own, and stays removed.
 */
function discarding(entries: Entries, chosen: ChosenEntries): EntryChanges {
  const forgotten = new Set<RealPath>(chosen.keys());
  for (const [path, { below }] of chosen)
    if (below !== null)
      for (const above of ancestorsOf(path)) if (entries.get(above)?.below?.kind === 'directory') forgotten.add(above);
  for (const path of chosen.keys())
    for (const above of ancestorsOf(path)) if (isMadeForNothing(entries, above, forgotten)) forgotten.add(above);
  return [...forgotten].map((path) => [path, null]);
}

/** True if a directory was made by the overlay, and is left with nothing in it. */
function isMadeForNothing(entries: Entries, path: RealPath, forgotten: ReadonlySet<RealPath>): boolean {
  const entry = entries.get(path);
  if (entry?.kind !== 'directory' || entry.below !== null) return false;
  return [...entries.within(path)].every(([inside]) => forgotten.has(inside));
}
