import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { choosePlatform } from '../descriptors/platform.ts';
import type { LockReach } from '../lock/file-locks.ts';
import type { LocalVolumeOptions } from './local-volume.ts';
import { locksOf } from './locks-of.ts';
import { typeOf } from './mount.ts';

/** How the writers of a tree are kept apart. */
export interface RootFinding {
  readonly root: string;
  /** Of its file system, such as `ext4` or `nfs4`; null if the system does not tell. */
  readonly type: string | null;
  readonly reach: LockReach;
  /** Null if a lock could be taken. */
  readonly fault: string | null;
}

/** Takes a lock in each tree, as a write would. Where locks reach other machines, that leaves a file in the tree. */
export async function examineRoots(
  options: Pick<LocalVolumeOptions, 'allow' | 'locks' | 'takeFlock'>,
): Promise<RootFinding[]> {
  const { locks: mode = 'auto', takeFlock = null } = options;
  const platform = choosePlatform();
  const findings: RootFinding[] = [];
  for (const path of options.allow) {
    const root = realpathSync.native(path);
    const { locks } = locksOf(root, { platform, mode, takeFlock });
    const fault = await locks.lock(join(root, 'doctor'), { waitMs: 0 }).then(
      (lock) => lock[Symbol.dispose](),
      (error: Error) => error.message,
    );
    findings.push({ root, type: typeOf(root), reach: locks.reach, fault: fault ?? null });
  }
  return findings;
}
