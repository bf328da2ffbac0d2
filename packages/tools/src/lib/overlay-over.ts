import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { OVERLAY_SUFFIX, type Volume } from '@dragoman/fs-core/internal/kernel';
import type { CommitConflict, OverlayChange } from '@dragoman/outcomes';
import { fileVersionIn, type Overlay, overlayOf } from '@dragoman/overlay/internal/overlay';
import { stateDirectory } from './state-directory.ts';

/**
 * The overlay over a volume that this user has: the same one for the same trees. Disposing of it leaves the volume open.
 * @param environment says where the user keeps such things
 */
export function overlayOver(volume: Volume, environment: Readonly<Record<string, string | undefined>>): Overlay {
  const trees = [...volume.roots].sort().join('\0');
  const name = createHash('sha256').update(trees).digest('hex').slice(0, 32);
  return overlayOf(volume, { at: join(stateDirectory(environment, 'overlays'), name + OVERLAY_SUFFIX) });
}

/**
 * Lists the files of the volume below that by now have another version than the changes of an overlay are based on, or
 * make.
 */
export async function conflictsBelow(below: Volume, changes: readonly OverlayChange[]): Promise<CommitConflict[]> {
  const conflicts: CommitConflict[] = [];
  for (const { path, from, to } of changes) {
    const found = await fileVersionIn(below, path);
    if (found !== from && found !== to) conflicts.push({ path, from, found });
  }
  return conflicts;
}
