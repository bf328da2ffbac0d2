import { existsSync, lstatSync, mkdirSync, rm, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { attempt, attemptLater, orNull } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';

/** A git directory in which commands may write objects, refs and the index. */
export interface OpenedGitDirectory {
  readonly directory: string;
  /** Paths in it that stay as they are: hooks, settings, and the git directories of others. */
  readonly sealed: readonly string[];
  /** Paths in it that git would obey, of which none is there and none can stand in. */
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
  const isLink = (name: string) => orNull(() => lstatSync(systemPath(at(name))))?.isSymbolicLink() ?? false;
  const isOfWorktree = isThere('commondir');
  if (['', ...DIRECTORIES, ...FILES, ...OTHERS].some(isLink) || !(isThere('config') || isOfWorktree)) return null;
  const directories = isOfWorktree ? DIRECTORIES_OF_WORKTREE : DIRECTORIES;
  for (const name of directories) if (!isThere(name)) attempt(() => mkdirSync(systemPath(at(name))));
  for (const name of FILES) if (!isThere(name)) attempt(() => writeFileSync(systemPath(at(name)), '', { flag: 'wx' }));
  if (![...directories, ...FILES].every(isThere)) return null;
  return {
    directory,
    sealed: [...directories, ...FILES, ...OTHERS.filter(isThere)].map(at),
    unwanted: OTHERS.filter((name) => !isThere(name)).map(at),
  };
}

const removeLater = promisify(rm);

/** Removes what commands have put where git would obey it; returns the paths that were there. */
export async function removePlanted(directories: readonly OpenedGitDirectory[]): Promise<string[]> {
  const planted = directories
    .flatMap(({ unwanted }) => unwanted)
    .filter((path) => orNull(() => lstatSync(systemPath(path))) !== null);
  // Not at once: a command may have put any number of files there.
  for (const path of planted) await attemptLater(() => removeLater(systemPath(path), { recursive: true, force: true }));
  return planted;
}
