import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from './errno.ts';
import { homeDirectory } from './home-directory.ts';

let chosen: string | null | undefined;

/**
 * The directory in which this user's processes lock files, outside every workspace; null where no place is safe. In
 * memory where the system has such a place: a lock costs less there, and none survives a restart. `TMPDIR` comes last:
 * processes that were started with another one must find the same directory.
 */
export function lockDirectory(): string | null {
  if (chosen === undefined || (chosen !== null && !isOurs(chosen))) chosen = places().find(prepare) ?? null;
  return chosen;
}

function places(): string[] {
  const user = process.getuid?.() ?? 'user';
  const name = `dragoman-locks-${user}`;
  const shared = process.platform === 'win32' ? [] : ['/dev/shm', '/tmp'];
  const home = homeDirectory();
  return [
    ...shared.map((path) => join(path, name)),
    ...(home === null ? [] : [join(home, '.cache', 'dragoman-locks')]),
    join(tmpdir(), name),
  ];
}

/** Makes the directory where it is missing. One that another user made, or a link, is never used. */
function prepare(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') return false;
  }
  if (ownDirectory(path) === null) return false;
  try {
    // Nobody else can replace it since the check: all these places lie in sticky or private directories.
    chmodSync(path, 0o700);
    return true;
  } catch {
    return false;
  }
}

/** Whether the directory is this user's, and nobody else may look into it. */
function isOurs(path: string): boolean {
  const stat = ownDirectory(path);
  return stat !== null && (process.platform === 'win32' || (stat.mode & 0o077) === 0);
}

function ownDirectory(path: string): Stats | null {
  const stat = statOrNull(path);
  const isOwn = stat?.isDirectory() === true && (process.getuid === undefined || stat.uid === process.getuid());
  return isOwn ? stat : null;
}

/** Null also where the system refuses to tell. */
function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
