import { fsync, fsyncSync } from 'node:fs';
import { promisify } from 'node:util';
import { AT_ONCE_BYTES } from './at-once.ts';
import { errnoOf } from './errno.ts';

const fsyncLater = promisify(fsync);

/** A disk that was at least this quick is synchronised on this thread: the way to another and back takes as long. */
const QUICK_MS = 0.5;

/** How long the last synchronisation took, by device. */
const lastTook = new Map<bigint, number>();

/** What file systems say that do not synchronise, or no directories: they have no disk, or take care of it themselves. */
const NOT_THERE: readonly (string | null)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Resolves when what was written to a descriptor is on the disk (fsync(2)), as far as its file system does that.
 * @param bytes how many were written since the last time
 */
export async function syncToDisk(fd: number, device: bigint, bytes: number): Promise<void> {
  const isQuick = bytes <= AT_ONCE_BYTES && (lastTook.get(device) ?? Number.POSITIVE_INFINITY) <= QUICK_MS;
  const start = performance.now();
  try {
    if (isQuick) fsyncSync(fd);
    else await fsyncLater(fd);
  } catch (error) {
    if (!NOT_THERE.includes(errnoOf(error))) throw error;
  }
  lastTook.set(device, performance.now() - start);
}
