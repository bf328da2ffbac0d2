import type { Platform } from '../descriptors/platform.ts';
import { orNull } from '../errors/best-effort.ts';
import { type FileLocks, type LockReach, unguarded } from '../lock/file-locks.ts';
import { contains } from '../scope/scope.ts';
import type { TakeFlock } from '../transaction/cluster-locks.ts';
import { kindOf, type Mount, mountOf } from './mount.ts';

/**
 * Which writers are kept apart: those of this user on this machine (`user`), those of every machine (`shared`), or as
 * the file system of each root demands (`auto`).
 */
export type LockMode = 'auto' | 'user' | 'shared';

/** A root, and how its writers are kept apart. */
export interface LockedRoot {
  readonly root: string;
  readonly locks: FileLocks;
}

interface Locking {
  readonly platform: Platform;
  readonly mode: LockMode;
  /** Null where it is not known how: then nothing is written where locks must reach further than this machine. */
  readonly takeFlock: TakeFlock | null;
}

/** The locks that keep the writers of a root apart. */
export function locksOf(root: string, locking: Locking): LockedRoot {
  const mount = orNull(() => mountOf(root));
  switch (reachOf(locking.mode, mount)) {
    case 'user':
      return { root, locks: userLocks };
    case 'cluster':
      return { root, locks: sharedLocks(root, locking) };
    case 'none':
      return { root, locks: noLocks('object-store') };
  }
}

/** What locks files is loaded on the first write. */
const userLocks: FileLocks = {
  reach: 'user',
  async lock(path, options) {
    const { lockFile } = await import('../transaction/changes.ts');
    return lockFile(path, options);
  },
};

/** Where there is no /proc, a child cannot be handed the descriptor of a file in a directory that is held. */
function sharedLocks(root: string, { platform, takeFlock }: Locking): FileLocks {
  if (takeFlock === null || platform.strategy !== 'proc') return noLocks('no-flock');
  return {
    reach: 'cluster',
    async lock(path, options) {
      const { clusterLocks } = await import('../transaction/changes.ts');
      return clusterLocks(platform, root, takeFlock).lock(path, options);
    },
  };
}

function reachOf(mode: LockMode, mount: Mount | null): LockReach {
  if (mode !== 'auto') return mode === 'shared' ? 'cluster' : 'user';
  const kind = mount === null ? 'local' : kindOf(mount);
  if (kind === 'object-store') return 'none';
  return kind === 'cluster' ? 'cluster' : 'user';
}

/** The locks of the root that a path lies in: the deepest, if roots lie in each other. */
export function locksFor(roots: readonly LockedRoot[], realPath: string): FileLocks {
  let found: LockedRoot | undefined;
  for (const each of roots) {
    if (contains(each.root, realPath) && each.root.length >= (found?.root.length ?? 0)) found = each;
  }
  return found?.locks ?? userLocks;
}

/** In place of locks where two writers could not be kept apart: nothing is written. */
function noLocks(why: 'object-store' | 'no-flock'): FileLocks {
  return {
    reach: 'none',
    async lock(path) {
      throw unguarded(path, why);
    },
  };
}
