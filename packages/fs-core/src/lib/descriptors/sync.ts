import { closeSync, constants, fsync, fsyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterwards, closeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import type { Pin, Platform } from './platform.ts';

/** How a file system says that it does not offer fsync(2), or not for directories. That is no failure of the write. */
const NOT_OFFERED: readonly (string | null)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Puts what was written to a descriptor on the disk (fsync(2)), if its file system offers that. */
export async function syncToDisk(fd: number): Promise<void> {
  await promisify(fsync)(fd).catch((error) => {
    if (!NOT_OFFERED.includes(errnoOf(error))) throw error;
  });
}

/** False if one could not be synced: the file already has its new content, so the write has not failed. */
export async function syncDirectories(platform: Platform, directories: readonly Pin[]): Promise<boolean> {
  // Windows has no such call: NTFS keeps a journal of names, and needs no call for each write.
  if (process.platform === 'win32') return true;
  try {
    for (const directory of directories) await syncDirectory(platform, directory);
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

async function syncDirectory(platform: Platform, directory: Pin): Promise<void> {
  let fd: number;
  try {
    fd = platform.within(directory, (at) => openSync(at('.'), constants.O_RDONLY));
  } catch {
    // A directory may be writable but not readable: then it cannot be synced.
    return;
  }
  using _ = afterwards(() => closeQuietly(fd));
  await syncToDisk(fd);
}

/** Puts the names in the directory at a path on the disk, at once. @throws the system's error */
export function syncNames(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
