import { lstatSync } from 'node:fs';

/** The id of the user who owns what lies at a path, a link itself and not its target; null if nothing does. */
export function ownerOf(path: string | URL): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null;
}
