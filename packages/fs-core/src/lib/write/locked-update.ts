import type { Platform } from '../descriptors/platform.ts';
import { lockFile } from '../lock/file-lock.ts';
import type { WriteResult } from '../volume/volume.ts';
import { type FileUpdate, isLostRace, updateFile } from './file-update.ts';
import type { WriteTarget } from './write-target.ts';

export interface LockedUpdate<Result> extends FileUpdate<Result> {
  /** Since when the caller waits for its turn, by `Date.now`. */
  readonly since: number;
}

/**
 * Updates a file while no other process of this user can write it. Where somebody changed it all the same since it was
 * opened, the change is computed once more from what is there now.
 */
export async function updateLocked<Result>(
  platform: Platform,
  target: WriteTarget,
  update: LockedUpdate<Result>,
): Promise<WriteResult<Result>> {
  const { since, signal } = update;
  using lock = await lockFile(target.realPath, { since, signal });
  if (lock.waited) target.release();
  try {
    return await updateFile(platform, target.resolve(), update);
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return await updateFile(platform, target.resolve(), update);
  }
}
