import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import type { Scope } from '../paths/scope.ts';
import type { GitDirectory } from '../volume/volume.ts';
import { gitPlaceIn, isOwnTree } from './git-place.ts';

/**
 * The git directories, with those that worktrees share, of the repositories that roots lie in and of those that have a
 * `.git` among these paths; each before those below it. Links lead to none.
 */
export function gitDirectoriesOf(scope: Scope, paths: Iterable<string>): GitDirectory[] {
  const tops = [...paths].filter((path) => basename(path) === '.git').map(dirname);
  const found = new Map<string, string[]>();
  for (const top of new Set([...tops, ...scope.roots.flatMap((root) => topAbove(root) ?? [])])) {
    if (!isEntry(join(top, '.git'))) continue;
    const place = gitPlaceIn(top);
    const directories = [place.directory, place.common];
    const isOpen = directories.every((path) => isGitHome(path) && !scope.deniesName(path, 'read'));
    if (!isOpen || !isOwnTree(top, place)) continue;
    for (const path of new Set(directories)) found.set(path, [...(found.get(path) ?? []), top]);
  }
  return [...found]
    .map(([path, worktrees]) => ({ path, worktrees }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The working tree that a directory lies in; null if it lies in none. */
function topAbove(directory: string): string | null {
  for (let at = directory; ; at = dirname(at)) {
    if (isEntry(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

function isEntry(path: string): boolean {
  const stat = orNull(() => lstatSync(systemPath(path)));
  return stat !== null && (stat.isDirectory() || stat.isFile());
}

/** True for a directory that git would take for one of its own. */
function isGitHome(directory: string): boolean {
  const has = (name: string) => existsSync(systemPath(join(directory, name)));
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}
