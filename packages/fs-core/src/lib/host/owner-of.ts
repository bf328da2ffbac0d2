import { lstatSync } from 'node:fs';
import { orNull } from '../errors/best-effort.ts';

/**
 * The id of the user who owns what lies at a path, a link itself and not its target; null if nothing does, or if the
 * system does not say.
 */
export function ownerOf(path: string | URL): number | null {
  return orNull(() => lstatSync(path, { throwIfNoEntry: false })?.uid);
}
