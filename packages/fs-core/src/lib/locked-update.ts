import { lockFile } from './file-lock.ts';
import { type FileUpdate, isLostRace, updateFile } from './file-update.ts';
import type { Platform } from './platform.ts';
import type { Target } from './resolver.ts';
import type { WriteResult } from './volume.ts';

/**
 * Updates a file that no other process of this user writes meanwhile. Tries again once where somebody who takes no
 * locks changed it: the change is computed anew or says no.
 * @param target resolves the path; each attempt releases what it pinned
 */
export async function updateLocked(
  platform: Platform,
  { realPath, target }: { readonly realPath: string; readonly target: () => Target },
  update: FileUpdate,
): Promise<WriteResult> {
  using _lock = await lockFile(realPath, update.signal && { signal: update.signal });
  try {
    return await updateFile(platform, target(), update);
  } catch (error) {
    if (!isLostRace(error)) throw error;
    return await updateFile(platform, target(), update);
  }
}
