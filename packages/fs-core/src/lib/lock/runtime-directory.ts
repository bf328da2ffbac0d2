import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeDirectory } from '../paths/home-directory.ts';
import { isPrivate, privateDirectory } from '../paths/private-directory.ts';

let chosen: string | null | undefined;

/**
 * The directory in which this user's processes lock files, outside every workspace; null if no place is safe. In
 * memory where the system has such a place: a lock costs less there, and none survives a restart. `TMPDIR` comes last:
 * processes that were started with another one must find the same directory.
 */
export function runtimeDirectory(): string | null {
  if (chosen === undefined || (chosen !== null && !isPrivate(chosen))) chosen = firstSafe();
  return chosen;
}

function firstSafe(): string | null {
  for (const candidate of places()) {
    const directory = privateDirectory(candidate);
    if (directory !== null) return directory;
  }
  return null;
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
