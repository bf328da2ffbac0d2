import { fsync, fsyncSync } from 'node:fs';
import { promisify } from 'node:util';
import { AT_ONCE_BYTES } from './at-once.ts';

const fsyncLater = promisify(fsync);

/** A disk that was as quick as this is waited for: the trip to another thread and back would take as long. */
const QUICK_MS = 0.5;

/** How long the last synchronisation took, by device. */
const lastTook = new Map<bigint, number>();

/**
 * Resolves when what was written to a descriptor is on the disk (fsync(2)).
 * @param bytes how many were written since the last time
 */
export async function syncToDisk(fd: number, device: bigint, bytes: number): Promise<void> {
  const isQuick = bytes <= AT_ONCE_BYTES && (lastTook.get(device) ?? Number.POSITIVE_INFINITY) <= QUICK_MS;
  const start = performance.now();
  if (isQuick) fsyncSync(fd);
  else await fsyncLater(fd);
  lastTook.set(device, performance.now() - start);
}
