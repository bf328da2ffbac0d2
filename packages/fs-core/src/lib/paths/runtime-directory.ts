import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../errors/errno.ts';
import { homeDirectory } from './home-directory.ts';
import { isPrivate, makePrivateDirectory } from './private-directory.ts';

let chosen: string | null | undefined;

/**
 * The directory in which this user's processes lock files, outside every workspace; null if no place is safe. In
 * memory if the system has such a place: a lock costs less there, and none survives a restart. `TMPDIR` comes last:
 * processes that were started with another one must find the same directory.
 */
export function runtimeDirectory(): string | null {
  if (chosen === null || (chosen !== undefined && isPrivate(chosen))) return chosen;
  const { directory, isLasting } = firstSafe();
  // Other processes may find a better place that failed here for a moment, and then no lock would keep them out.
  chosen = isLasting ? directory : undefined;
  return directory;
}

function firstSafe() {
  let isLasting = true;
  for (const candidate of runtimeCandidates()) {
    try {
      const directory = makePrivateDirectory(candidate);
      if (directory !== null) return { directory, isLasting };
    } catch (error) {
      isLasting &&= LASTING.has(errnoOf(error));
    }
  }
  return { directory: null, isLasting };
}

// errno(3): the next process, and this one later, will be told the same.
const LASTING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ELOOP']);

/** Places where the directory may be, the best first. */
export function runtimeCandidates(): string[] {
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
