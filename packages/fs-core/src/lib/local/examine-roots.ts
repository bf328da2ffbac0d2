import { openSync, realpathSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { clockResolutionMs } from '../descriptors/clock-resolution.ts';
import { choosePlatform, type Platform } from '../descriptors/platform.ts';
import { afterwards, closeQuietly, orNull, removeQuietly } from '../errors/best-effort.ts';
import type { LockReach } from '../lock/file-locks.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { makeSharedDirectory } from '../transaction/shared-directory.ts';
import type { LocalVolumeOptions } from './local-context.ts';
import { locksOf } from './locks-of.ts';
import { typeOf } from './mount.ts';

/** The way in which writers of a tree are kept apart. */
export interface RootFinding {
  readonly root: string;
  /** Type of its file system, such as `ext4` or `nfs4`; null if the system does not tell. */
  readonly type: string | null;
  readonly reach: LockReach;
  /** Null if a lock could be taken. */
  readonly fault: string | null;
  /** The smallest distance between two times of its files, in milliseconds; null if nothing can be written. */
  readonly clockMs: number | null;
}

/** Takes a lock in each tree, as a write would. If locks reach other machines, that leaves a file in the tree. */
export async function examineRoots(
  options: Pick<LocalVolumeOptions, 'allow' | 'locks' | 'takeFlock'>,
): Promise<RootFinding[]> {
  const { locks: mode = 'auto', takeFlock = null } = options;
  const platform = choosePlatform();
  // What makes names loads what others than `doctor` should not wait for.
  const { newTempFileName } = await import('../transaction/changes.ts');
  const findings: RootFinding[] = [];
  for (const path of options.allow) {
    const root = realpathSync.native(path);
    const { locks } = locksOf(root, { platform, mode, takeFlock });
    const fault = await locks.lock(join(root, 'doctor'), { waitMs: 0 }).then(
      (lock) => lock[Symbol.dispose](),
      (error: Error) => error.message,
    );
    const clockMs = orNull(() => clockOf({ root, name: newTempFileName() }, locks.reach, platform));
    findings.push({ root, type: typeOf(root), reach: locks.reach, fault: fault ?? null, clockMs });
  }
  return findings;
}

interface Probe {
  readonly root: string;
  /** Name of a file that is not there. */
  readonly name: string;
}

/** Measured with a file that is removed at once; it lies beside the locks if those lie in the tree. */
function clockOf({ root, name }: Probe, reach: LockReach, platform: Platform): number | null {
  switch (reach) {
    case 'user':
      return clockIn(join(root, name));
    case 'cluster': {
      const locks = makeSharedDirectory(platform, root, 'locks');
      using _ = afterwards(() => platform.release(locks));
      return platform.within(locks, (at) => clockIn(at(name)));
    }
    case 'none':
      return null;
  }
}

function clockIn(path: SystemPath): number | null {
  const fd = openSync(path, 'wx', 0o600);
  try {
    return clockResolutionMs(fd);
  } finally {
    closeQuietly(fd);
    removeQuietly(() => unlinkSync(path));
  }
}
