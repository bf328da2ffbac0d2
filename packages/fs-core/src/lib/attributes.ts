import { type BigIntStats, fchmodSync, fchownSync, fstatSync } from 'node:fs';
import { errnoOf } from './errno.ts';

const NEW_FILE_MODE = 0o644;

/**
 * Gives a new file the mode and owner of the one it replaces, and returns what could not be given.
 * Owner first: chown(2) clears the set-id bits that the mode brings back.
 */
export function dressLike(fd: number, old: BigIntStats | null): string[] {
  const notKept: string[] = [];
  if (old === null) {
    fchmodSync(fd, NEW_FILE_MODE);
    return notKept;
  }
  const now = fstatSync(fd, { bigint: true });
  if (now.uid !== old.uid && !attempt(() => fchownSync(fd, Number(old.uid), Number(now.gid)))) notKept.push('owner');
  if (now.gid !== old.gid && !attempt(() => fchownSync(fd, -1, Number(old.gid)))) notKept.push('group');
  const mode = Number(old.mode) & 0o7777;
  // A set-id bit for another owner than the file's own would hand out somebody else's rights.
  const safeMode = notKept.length > 0 ? mode & 0o1777 : mode;
  fchmodSync(fd, safeMode);
  if ((Number(fstatSync(fd).mode) & 0o7777) !== mode) notKept.push('mode');
  return notKept;
}

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}
