import { fsync, fsyncSync } from 'node:fs';
import { promisify } from 'node:util';
import { MAX_SYNC_BYTES } from '../descriptors/local-file.ts';
import { errnoOf } from '../errors/errno.ts';

const fsyncLater = promisify(fsync);

/** A disk that was at least this quick is synchronised on this thread: the way to another and back takes as long. */
const QUICK_MS = 0.5;

/** How long the last synchronisation took, by device. */
const lastTook = new Map<bigint, number>();

/** How a file system says that it does not offer fsync(2), or not for directories. That is no failure of the write. */
const NOT_OFFERED: readonly (string | null)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Puts what was written to a descriptor on the disk (fsync(2)), where its file system offers that.
 * @param bytes how many were written since the last time
 * @returns null if it is there already; else resolves when it is
 */
export function syncToDisk(fd: number, device: bigint, bytes: number): Promise<void> | null {
  const isQuick = bytes <= MAX_SYNC_BYTES && (lastTook.get(device) ?? Number.POSITIVE_INFINITY) <= QUICK_MS;
  const start = performance.now();
  const tookUntilNow = (): void => void lastTook.set(device, performance.now() - start);
  if (!isQuick) return fsyncLater(fd).catch(failUnlessNotOffered).then(tookUntilNow);
  try {
    fsyncSync(fd);
  } catch (error) {
    failUnlessNotOffered(error);
  }
  tookUntilNow();
  return null;
}

function failUnlessNotOffered(error: unknown): void {
  if (!NOT_OFFERED.includes(errnoOf(error))) throw error;
}
