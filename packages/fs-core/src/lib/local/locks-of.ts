import type { Platform } from '../descriptors/platform.ts';
import { orNull } from '../errors/best-effort.ts';
import { type FileLocks, type LockReach, unguarded } from '../lock/file-locks.ts';
import { escapeGlob } from '../paths/deny-globs.ts';
import { OWN_DIRECTORY } from '../paths/own-directory.ts';
import { contains } from '../paths/scope.ts';
import type { TakeFlock } from '../transaction/cluster-locks.ts';
import { ON_THIS_MACHINE, type RecordPlace } from '../transaction/record-places.ts';
import type { Recorder } from '../transaction/recorder.ts';
import { kindOf, type Mount, mountOf } from './mount.ts';

/**
 * The writers that are kept apart: those of this user on this machine (`user`), those of every machine (`shared`), or
 * as the file system of each root demands (`auto`).
 */
export type LockMode = 'auto' | 'user' | 'shared';

/** A root, and how its writers are kept apart. */
export interface LockedRoot {
  readonly root: string;
  readonly locks: FileLocks;
  /** Place of the records of transactions whose changes all lie in this root. */
  readonly records: RecordPlace;
  /** Several machines share it, and keep their locks and records in it. */
  readonly isShared: boolean;
}

interface LockSettings {
  readonly platform: Platform;
  readonly mode: LockMode;
  /** Null if there is no program for it: then nothing is written if locks must reach further than this machine. */
  readonly takeFlock: TakeFlock | null;
}

/** Returns how the writers of a root are kept apart, and where its transactions are recorded. */
export function locksOf(root: string, locking: LockSettings): LockedRoot {
  const mount = orNull(() => mountOf(root));
  switch (reachOf(locking.mode, mount)) {
    case 'user':
      return { root, locks: userLocks, records: ON_THIS_MACHINE, isShared: false };
    case 'cluster':
      return sharedRoot(root, locking);
    case 'none':
      return { root, locks: noLocks('object-store'), records: ON_THIS_MACHINE, isShared: false };
  }
}

/** Locks of files, loaded on the first write. */
const userLocks: FileLocks = {
  reach: 'user',
  async lock(path, options) {
    const { lockFile } = await import('../transaction/changes.ts');
    return lockFile(path, options);
  },
};

/** Without /proc, a child cannot be handed the descriptor of a file in a directory that is held. */
function sharedRoot(root: string, { platform, takeFlock }: LockSettings): LockedRoot {
  if (takeFlock === null || platform.strategy !== 'proc')
    return { root, locks: noLocks('no-flock'), records: ON_THIS_MACHINE, isShared: true };
  const locks: FileLocks = {
    reach: 'cluster',
    async lock(path, options) {
      const { clusterLocks } = await import('../transaction/changes.ts');
      return clusterLocks(platform, root, takeFlock).lock(path, options);
    },
  };
  return { root, locks, records: { kind: 'tree', root, platform, takeFlock }, isShared: true };
}

function reachOf(mode: LockMode, mount: Mount | null): LockReach {
  if (mode !== 'auto') return mode === 'shared' ? 'cluster' : 'user';
  const kind = mount === null ? 'local' : kindOf(mount);
  if (kind === 'object-store') return 'none';
  return kind === 'cluster' ? 'cluster' : 'user';
}

/** Deny globs for what machines keep in the trees that they share, and in trees that lie in these. */
export function sharedPlaces(roots: readonly LockedRoot[]): string[] {
  return roots.flatMap(({ root, isShared }) => (isShared ? [`${escapeGlob(root)}/**/${OWN_DIRECTORY}`] : []));
}

export function locksFor(roots: readonly LockedRoot[], realPath: string): FileLocks {
  return rootOf(roots, realPath)?.locks ?? userLocks;
}

/** A tree that several machines share keeps the record of what lies in it alone: no other would know all of the paths. */
export function recordPlaceFor(roots: readonly LockedRoot[], realPaths: readonly string[]): RecordPlace {
  const [only, ...others] = new Set(realPaths.map((path) => rootOf(roots, path)));
  return others.length === 0 ? (only?.records ?? ON_THIS_MACHINE) : ON_THIS_MACHINE;
}

export function recordPlacesOf(
  roots: readonly LockedRoot[],
  recorder: Pick<Recorder, 'records'> | null,
): RecordPlace[] {
  const recorded = recorder === null ? [] : [{ kind: 'journal', directory: recorder.records } as const];
  return [...new Set([ON_THIS_MACHINE, ...recorded, ...roots.map(({ records }) => records)])];
}

/** The root that a path lies in: the deepest, if roots lie in each other. */
function rootOf(roots: readonly LockedRoot[], realPath: string): LockedRoot | undefined {
  let found: LockedRoot | undefined;
  for (const each of roots) {
    if (contains(each.root, realPath) && each.root.length >= (found?.root.length ?? 0)) found = each;
  }
  return found;
}

/** A refusal in place of locks if two writers could not be kept apart: nothing is written. */
function noLocks(why: 'object-store' | 'no-flock'): FileLocks {
  return {
    reach: 'none',
    async lock(path) {
      throw unguarded(path, why);
    },
  };
}
