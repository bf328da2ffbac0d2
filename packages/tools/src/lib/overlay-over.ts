import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { OVERLAY_SUFFIX, type Volume } from '@dragoman/fs-core';
import { type Overlay, overlayOf } from '@dragoman/fs-core/overlay';
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
