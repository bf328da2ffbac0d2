import { isPathError } from '../errors/is-path-error.ts';
import type { OpenDirectory, OpenFile } from './open-entry.ts';
import type { Purpose, Volume } from './volume.ts';

/** Opens like `Volume.open`; null if that fails for a reason that concerns this path only. */
export async function openOrNull(
  volume: Pick<Volume, 'open'>,
  path: string,
  purpose: Purpose,
): Promise<OpenDirectory | OpenFile | null> {
  try {
    return await volume.open(path, purpose);
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}
