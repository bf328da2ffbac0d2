import { constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { afterwards, closeQuietly, nullOn, orUndo } from '../errors/best-effort.ts';
import type { SystemPath } from './byte-path.ts';

const { O_RDONLY } = constants;
const GUARDED = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const isOnWindows = process.platform === 'win32';

/** Decides by a file's owner and mode if it can be used. */
export type JudgeFile = (stat: Stats) => boolean;

/**
 * Opens a regular file that has no other name: neither a link nor a second name of a file elsewhere, nor anything that an
 * open could wait for. What counts is the file that was opened, whatever has its name by then.
 * @param flags as open(2) takes them; no file is made
 * @param isUsable by default, if it is this user's
 * @returns null for anything else that has the name
 * @throws the system's error, as for a name that is free
 */
export function openPlainFile(path: SystemPath, flags = O_RDONLY, isUsable: JudgeFile = isOwn): number | null {
  // To open a device can change something, so it is looked at first.
  if (!lstatSync(path).isFile()) return null;
  const fd = openSync(path, flags | GUARDED);
  return orUndo(
    () => closeQuietly(fd),
    () => {
      const stat = fstatSync(fd);
      // One without a name was replaced or removed by another process since it was opened.
      if (stat.isFile() && stat.nlink <= 1 && isUsable(stat)) return fd;
      closeQuietly(fd);
      return null;
    },
  );
}

/** The bytes of a file as `openPlainFile` opens it; null if there is none. @throws the system's error */
export function readPlainFile(path: SystemPath, isUsable?: JudgeFile): Buffer | null {
  const fd = nullOn('ENOENT', () => openPlainFile(path, O_RDONLY, isUsable));
  if (fd === null) return null;
  using _ = afterwards(() => closeQuietly(fd));
  return readFileSync(fd);
}

/** True for what is this user's. Windows tells Node no owners. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return isOnWindows || uid === process.geteuid?.();
}

/** True for what is this user's, and open to no other. */
export function isPrivateFile(stat: Pick<Stats, 'uid' | 'mode'>): boolean {
  return isOnWindows || (isOwn(stat) && (stat.mode & 0o077) === 0);
}
