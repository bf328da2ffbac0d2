import { lstatSync, unlinkSync } from 'node:fs';
import { removeQuietly } from '../errors/best-effort.ts';

/** Removes the name of a socket on which no process listens any more; a file of another kind stays. */
export function removeSocketFile(path: string): void {
  removeQuietly(() => {
    if (lstatSync(path).isSocket()) unlinkSync(path);
  });
}
