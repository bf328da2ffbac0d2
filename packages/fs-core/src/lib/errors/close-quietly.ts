import { closeSync } from 'node:fs';
import { errnoOf } from './errno.ts';

/**
 * Closes a descriptor through which nothing was written that is still to reach the disk. Some file systems report a
 * late error here (close(2)), but it is closed all the same, and what was done with it is done.
 */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch (error) {
    // A descriptor that was not open is a mistake of this program.
    if (errnoOf(error) === 'EBADF') throw error;
  }
}
