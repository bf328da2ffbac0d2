import { lockFile } from './file-lock.ts';
import { type FileUpdate, isLostRace, updateFile } from './file-update.ts';
import type { Place } from './place.ts';
import type { Platform } from './platform.ts';
import type { WriteResult } from './volume.ts';

/**
 * Updates a file that no other process of this user writes meanwhile. Tries again once where somebody changed it since
 * it was found: the change is computed anew or says no.
 */
export async function updateLocked(platform: Platform, place: Place, update: FileUpdate): Promise<WriteResult> {
  using lock = await lockFile(place.realPath, update.signal && { signal: update.signal });
  if (lock.waited) place.forget();
  try {
    return await updateFile(platform, place.take(), update);
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return await updateFile(platform, place.take(), update);
  }
}
