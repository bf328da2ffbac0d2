import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../errors/best-effort.ts';
import { makeDirectories } from './make-directories.ts';
import { isOwn } from './plain-file.ts';

/**
 * A directory in which no other user, except root, can read, make or exchange anything; made if it is missing.
 * Windows has no modes: what lies in a user's profile there is that user's by default.
 * @returns its path without links; null if another user made it or may write to it, or could exchange one of its
 * parents or a link on the way, or if it cannot be made or looked at
 */
export function privateDirectory(path: string): string | null {
  try {
    return makePrivateDirectory(path);
  } catch {
    return null;
  }
}

/** Makes the directory like `privateDirectory`. @throws the system's error if it cannot be made or looked at */
export function makePrivateDirectory(path: string): string | null {
  makeDirectories(path, 0o700);
  const realPath = realpathSync.native(path);
  const spellings = new Set([path, realPath]);
  return [...spellings].every(isGuarded) && isPrivate(realPath) ? realPath : null;
}

/**
 * A directory that a person has named, made if it is missing: this user's and open to no other, whoever may write to those
 * above it. One of this user's that is open to others is closed if all that is in it has one of the names.
 * @param names by default any name
 * @returns its path without links; null for any other directory
 * @throws the system's error if it cannot be made or looked at
 */
export function takePrivateDirectory(path: string, names?: readonly string[]): string | null {
  makeDirectories(path, 0o700);
  const realPath = realpathSync.native(path);
  if (!isPrivate(realPath)) closeToOthers(realPath, names);
  return isPrivate(realPath) ? realPath : null;
}

function closeToOthers(path: string, names?: readonly string[]): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY);
  try {
    const isKnown = names === undefined || readdirSync(path).every((name) => names.includes(name));
    // Some file systems keep no modes, and refuse to change them or say nothing.
    if (isKnown && isOwn(fstatSync(fd))) attempt(() => fchmodSync(fd, 0o700));
  } finally {
    closeSync(fd);
  }
}

/** True if a path is that of a directory of this user's, and its mode lets no other user in. */
export function isPrivate(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return false;
  return isOnWindows || (stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0);
}

const isOnWindows = process.platform === 'win32';
const WRITABLE_BY_OTHERS = 0o022;
const STICKY = 0o1000;

/** True if only this user and root can put something else in the place of a path or of one of its parents. */
function isGuarded(path: string): boolean {
  if (isOnWindows) return true;
  // If a container maps no root, what is root's seems to belong to the owner of `/`.
  const trusted = [process.geteuid?.(), 0, lstatSync('/').uid];
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    const stat = lstatSync(ancestor);
    // In a sticky directory others can make names, but neither rename nor remove what is not theirs.
    const isOpen = !stat.isSymbolicLink() && (stat.mode & WRITABLE_BY_OTHERS) !== 0 && (stat.mode & STICKY) === 0;
    if (isOpen || !trusted.includes(stat.uid)) return false;
    if (dirname(ancestor) === ancestor) return true;
  }
}
