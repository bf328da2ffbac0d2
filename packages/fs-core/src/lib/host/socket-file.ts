import { lstatSync, unlinkSync } from 'node:fs';
import { removeQuietly } from '../errors/best-effort.ts';

/** Removes the name of a socket that nobody listens on any more; what is no socket stays. */
export function removeSocketFile(path: string): void {
  removeQuietly(() => {
    if (lstatSync(path).isSocket()) unlinkSync(path);
  });
}
