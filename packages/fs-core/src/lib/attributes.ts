import { type BigIntStats, fchmodSync, fchownSync, fstatSync } from 'node:fs';
import { attempt } from './attempt.ts';

const NEW_FILE_MODE = 0o644;

/**
 * Gives a new file, in the state in which it was `made`, the mode and owner of the one it replaces, and returns what
 * could not be given.
 * Owner first: chown(2) clears the set-id bits that the mode brings back.
 */
export function dressLike(fd: number, made: BigIntStats, old: BigIntStats | null): string[] {
  const notKept: string[] = [];
  if (old === null) {
    changeMode(fd, NEW_FILE_MODE);
    return notKept;
  }
  if (made.uid !== old.uid && !attempt(() => fchownSync(fd, Number(old.uid), Number(made.gid)))) notKept.push('owner');
  if (made.gid !== old.gid && !attempt(() => fchownSync(fd, -1, Number(old.gid)))) notKept.push('group');
  const mode = Number(old.mode) & 0o7777;
  // A set-id bit for another owner than the file's own would hand out somebody else's rights.
  const safeMode = notKept.length > 0 ? mode & 0o1777 : mode;
  if (!changeMode(fd, safeMode) || safeMode !== mode) notKept.push('mode');
  return notKept;
}

/**
 * Whether the file has the mode in the end: where the file system gives all files one mode it is refused and needless,
 * and chmod(2) leaves out the set-group-id bit without a word where the caller is no member of the group.
 */
function changeMode(fd: number, mode: number): boolean {
  const isChanged = attempt(() => fchmodSync(fd, mode));
  return (isChanged && (mode & 0o6000) === 0) || (fstatSync(fd).mode & 0o7777) === mode;
}
