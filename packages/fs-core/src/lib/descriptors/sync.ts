import { closeSync, constants, fsync, fsyncSync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterwards, closeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import type { Pin, Platform } from './platform.ts';

/**
 * Errors by which a file system says that it does not offer fsync(2), or not for directories. That is no failure of the
 * write.
 */
const NOT_OFFERED: readonly (string | null)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

// For names it has no such call: NTFS keeps a journal of them, and needs no call for each write.
const isWindows = process.platform === 'win32';

/** Puts what was written to a descriptor on the disk (fsync(2)), if its file system offers that. */
export async function syncToDisk(fd: number): Promise<void> {
  await promisify(fsync)(fd).catch((error) => {
    if (!NOT_OFFERED.includes(errnoOf(error))) throw error;
  });
}

// Many at once take hardly longer than one, but each takes a descriptor.
const MOST_AT_ONCE = 16;

/** Runs tasks that each sync something, a bounded number of them at once. @throws the first error */
export async function syncEach(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = tasks.values();
  const work = async (): Promise<void> => {
    for (const task of waiting) await task();
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
}

/** Puts a file, or the names in a directory, on the disk. @throws the system's error */
export async function syncPath(path: string): Promise<void> {
  if (isWindows && statSync(path).isDirectory()) return;
  // Windows syncs only what is open for writing.
  const fd = openSync(path, isWindows ? 'r+' : 'r');
  try {
    await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
}

/** False if one could not be synced: the file already has its new content, so the write has not failed. */
export async function syncDirectories(platform: Platform, directories: readonly Pin[]): Promise<boolean> {
  if (isWindows) return true;
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
export function syncNames(path: SystemPath): void {
  if (isWindows) return;
  const fd = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
