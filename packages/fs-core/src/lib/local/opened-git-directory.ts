import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, orNull } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import { plantedIn } from './planted-in-git.ts';

/** A git directory in which commands may write objects, refs and the index. */
export interface OpenedGitDirectory {
  readonly directory: string;
  /** Paths in it that stay as they are: hooks, settings, and the git directories of others. */
  readonly sealed: readonly string[];
  /** Names in it that git would obey, of which none is there and none can stand in. */
  readonly unwanted: readonly string[];
}

// Each is there in most repositories, or is the same to git if it is empty: what is mounted on it cannot be replaced.
const DIRECTORIES = ['hooks', 'info', 'modules', 'worktrees'];
const DIRECTORIES_OF_WORKTREE = ['info', 'modules'];
const FILES = ['config.worktree'];
// An empty one of these would be obeyed.
const OTHERS = ['config', 'commondir', 'gitdir', 'branches', 'remotes'];

/** Makes a git directory ready to be written to; null if that cannot be without its hooks and settings. */
export function openGitDirectory(directory: string): OpenedGitDirectory | null {
  const at = (name: string) => join(directory, name);
  const isThere = (name: string) => existsSync(systemPath(at(name)));
  const isOfWorktree = isThere('commondir');
  // What is there already could be replaced.
  if (isLink(directory) || plantedIn({ directory, unwanted: [] }).length > 0) return null;
  if (!(isThere('config') || isOfWorktree)) return null;
  const directories = isOfWorktree ? DIRECTORIES_OF_WORKTREE : DIRECTORIES;
  for (const name of directories) if (!isThere(name)) attempt(() => mkdirSync(systemPath(at(name))));
  for (const name of FILES) if (!isThere(name)) attempt(() => writeFileSync(systemPath(at(name)), '', { flag: 'wx' }));
  if (![...directories, ...FILES].every(isThere)) return null;
  return {
    directory,
    sealed: [...directories, ...FILES, ...OTHERS.filter(isThere)].map(at),
    unwanted: OTHERS.filter((name) => !isThere(name)),
  };
}

function isLink(path: string): boolean {
  return orNull(() => lstatSync(systemPath(path)))?.isSymbolicLink() ?? false;
}
