import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * A regular file of the user's or the system's settings, which no scope confines; null if it is missing or larger.
 */
export function readUserFile(path: string, maxBytes: number): Buffer | null {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(fd) : null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
