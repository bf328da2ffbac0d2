import { type BigIntStats, fchmodSync, fchownSync, fstatSync } from 'node:fs';
import { attempt } from '../errors/best-effort.ts';

/** The permissions of what replaces nothing, whatever the umask. */
export interface NewModes {
  readonly file: number;
  readonly directory: number;
}

export const SHARED_MODES: NewModes = { file: 0o644, directory: 0o755 };

/** Modes that let in the user alone. */
export const PRIVATE_MODES: NewModes = { file: 0o600, directory: 0o700 };

/**
 * The mode to create the temporary file with: the final one if group and others have the same rights and none beyond
 * the owner's; else 0600 until owner and group are set, so that no one gains access in between.
 * @param finalMode permission bits
 */
export function initialMode(finalMode: number): number {
  const mode = finalMode & 0o777;
  const [owner, group, others] = [mode >> 6, (mode >> 3) & 0o7, mode & 0o7];
  return group === others && (owner & others) === others ? mode : 0o600;
}

/**
 * Gives a new file the owner, group and mode of the file it replaces.
 * Set-user-id and set-group-id bits are left out, as write(2) clears them: they were given to other content.
 * @param made the new file's state when it was created
 * @returns the names of what could not be set
 */
export function copyOwnerAndMode(fd: number, made: BigIntStats, old: BigIntStats): string[] {
  const notKept: string[] = [];
  if (made.uid !== old.uid && !attempt(() => fchownSync(fd, Number(old.uid), Number(made.gid)))) notKept.push('owner');
  if (made.gid !== old.gid && !attempt(() => fchownSync(fd, -1, Number(old.gid)))) notKept.push('group');
  const mode = withoutSetId(Number(old.mode) & 0o7777);
  if (!changeMode(fd, made, mode) || (old.mode & 0o6000n) !== 0n) notKept.push('mode');
  return notKept;
}

/** The mode of a file that gets other content. */
export function withoutSetId(mode: number): number {
  return mode & ~0o6000;
}

/** Sets the mode and returns whether the file has it then. A file system that gives all files one mode refuses chmod(2). */
export function changeMode(fd: number, made: BigIntStats, mode: number): boolean {
  if ((Number(made.mode) & 0o7777) === mode) return true;
  return attempt(() => fchmodSync(fd, mode)) || (fstatSync(fd).mode & 0o7777) === mode;
}
