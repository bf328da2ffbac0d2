import type { Volume } from '@dragoman/fs-core';
import { type CommitConflict, fileVersionIn, type OverlayChange } from '@dragoman/fs-core/overlay';

/** Which files of the volume below have another version by now than the changes of an overlay are based on, or make. */
export async function conflictsBelow(below: Volume, changes: readonly OverlayChange[]): Promise<CommitConflict[]> {
  const conflicts: CommitConflict[] = [];
  for (const { path, from, to } of changes) {
    const found = await fileVersionIn(below, path);
    if (found !== from && found !== to) conflicts.push({ path, from, found });
  }
  return conflicts;
}
