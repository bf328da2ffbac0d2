import { resolve } from 'node:path';
import { ToolError } from '../errors/tool-error.ts';
import { createKeyedQueue } from '../lock/queue.ts';
import { normalizePath } from '../paths/normalize-path.ts';
import type { ProgramMounts } from '../volume/program-view.ts';
import type { ChangeOptions, DeniedEntries, Volume, VolumeTraits } from '../volume/volume.ts';
import { changesOf } from './changes-of.ts';
import { chosenBy } from './chosen.ts';
import { commitChosen } from './commit.ts';
import { computeAll, computeDirectory } from './compute-all.ts';
import { computeMove } from './compute-move.ts';
import { computeRemoval } from './compute-removal.ts';
import { computeWrite } from './compute-write.ts';
import { type Changeable, type Computed, makeAll } from './computed.ts';
import { discarding } from './discard.ts';
import { findPlace } from './find-place.ts';
import { judgeOver, type Merged } from './merged.ts';
import { openPath } from './open-place.ts';
import type { Overlay } from './overlay.ts';
import { openProgramView } from './program-view.ts';
import { claimStore, openStore, type Store } from './store.ts';

/** Where an overlay keeps what it has changed. */
export interface OverlayOptions {
  /** Absolute path of a directory, made where it is missing, that this user alone can use. One session has it at a time. */
  readonly at: string;
}

/**
 * Lays a volume over another, in which everything can be changed while nothing of the other is. What was changed is kept
 * in a directory, where the next overlay of the same trees finds it; it is on the disk as soon as a change is answered.
 * Disposing of it leaves the volume below open.
 */
export function overlayOf(base: Volume, { at }: OverlayOptions): Overlay {
  const opening = createOpening(base, resolve(at));
  const queue = createKeyedQueue();

  /** Makes one change, and no other of the same path meanwhile. */
  const alone = async <Result>(
    { path, ...options }: ChangeOptions & { readonly path: string },
    compute: (merged: Changeable) => Promise<Computed<Result>>,
  ): Promise<Result> => {
    const merged = await opening.own();
    const all = () => makeAll(merged, { path, ...options }, async () => [await compute(merged)]);
    const [result] = await queue.run(normalizePath(path), all);
    // One was computed.
    return result as Result;
  };

  return {
    roots: base.roots,
    traits: traitsOver(base.traits),
    async prepare() {
      await base.prepare();
      await opening.own();
    },
    deniedEntries: () => withDirectory(base.deniedEntries(), resolve(at)),
    open: async (path, purpose) => openPath(await opening.seen(), path, purpose),
    async locate(path, change) {
      const follows = change === 'target';
      const { realPath, kind } = await findPlace(await opening.seen(), path, { access: 'write', follows });
      return { realPath, kind };
    },
    async update(path, change, { onWritten, ...options } = {}) {
      const result = await alone({ path, ...options }, (merged) => computeWrite(merged, { path, change }, options));
      onWritten?.(result);
      return result;
    },
    remove: (path, options = {}) =>
      alone({ ...options, path }, (merged) => computeRemoval(merged, { path, ...options })),
    move: (from, to, options = {}) =>
      alone({ ...options, path: from }, (merged) => computeMove(merged, { from, to, ...options }, options)),
    makeDirectory: (path, options = {}) => alone({ ...options, path }, (merged) => computeDirectory(merged, path)),
    async transact(changes, options = {}) {
      const merged = await opening.own();
      const [first] = changes;
      const path = first === undefined ? '' : first.kind === 'move' ? first.from : first.path;
      return makeAll(merged, { path, ...options }, () => computeAll(merged, changes, options));
    },
    // A program sees what it changes if it sees the trees themselves at these paths.
    ...(base.traits.commands && {
      openView: async (mounts: ProgramMounts) => openProgramView(await opening.own(), mounts),
    }),
    async *changes() {
      yield* changesOf((await opening.seen()).store.entries);
    },
    async commit(paths) {
      const merged = await opening.own();
      return merged.store.alone(async (change) => commitChosen(merged, await chosenBy(merged, paths), change));
    },
    async discard(paths) {
      const merged = await opening.own();
      await merged.store.alone(async (change) =>
        change(discarding(merged.store.entries, await chosenBy(merged, paths))),
      );
    },
    [Symbol.asyncDispose]: () => opening.close(),
  };
}

/** No program sees what an overlay has changed but in a view of its own, and no other session has it. */
function traitsOver(base: VolumeTraits): VolumeTraits {
  return { ...base, kind: 'overlay', commands: false, apart: 'process', atomicMove: true, transactions: true };
}

function withDirectory(denied: DeniedEntries, at: string): DeniedEntries {
  return { ...denied, unreadableDirectories: [...denied.unreadableDirectories, at] };
}

/** What an overlay keeps is opened when it is first needed, and claimed when it is first changed. */
function createOpening(base: Volume, at: string) {
  const keep = { at, roots: [...base.roots].sort() };
  const opened: Store[] = [];
  let own: Promise<Changeable> | null = null;
  let seen: Promise<Merged> | null = null;
  let isClosed = false;
  const merge = async <Opened extends Store>(store: Opened): Promise<Merged & { readonly store: Opened }> => {
    opened.push(store);
    return { base, store, isAllowed: await judgeOver(base, store.at) };
  };
  const assertOpen = (): void => {
    if (isClosed) throw new ToolError({ code: 'CANCELLED' }, 'The overlay was closed');
  };
  return {
    /** To look at it. */
    async seen(): Promise<Merged> {
      assertOpen();
      seen ??= own ?? openStore(keep).then(merge);
      return await seen;
    },
    /** To change it. */
    async own(): Promise<Changeable> {
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
