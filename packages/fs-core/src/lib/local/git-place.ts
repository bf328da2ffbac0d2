import { join, resolve } from 'node:path';
import { readUserFile } from '../descriptors/user-file.ts';

/** Directories of a repository, outside of every volume: git decides where they lie. */
export interface GitPlace {
  /** The git directory, that of a linked worktree or of a submodule too. */
  readonly directory: string;
  /** The git directory that all worktrees share. */
  readonly common: string;
}

const MAX_POINTER_BYTES = 16 * 1024;

/** The git directories of a working tree that has a `.git`, which is a directory or a file that names one. */
export function gitPlaceIn(top: string): GitPlace {
  const entry = join(top, '.git');
  const named = /^gitdir: (.*\S)/.exec(pointerIn(entry) ?? '')?.[1];
  const directory = named === undefined ? entry : resolve(top, named);
  const shared = pointerIn(join(directory, 'commondir'))?.trim();
  return { directory, common: shared ? resolve(directory, shared) : directory };
}

/**
 * True if a working tree belongs to its git directories by their own account: that of a linked worktree names it, and so
 * does the configuration of a submodule. Anybody who may write in a tree can put a `.git` there that names others.
 */
export function isOwnTree(top: string, { directory, common }: GitPlace): boolean {
  const entry = join(top, '.git');
  if (directory !== common) {
    const back = pointerIn(join(directory, 'gitdir'))?.trim();
    return (
      join(common, 'worktrees') === resolve(directory, '..') && back !== undefined && resolve(directory, back) === entry
    );
  }
  if (directory === entry) return true;
  const [, named] = /^\s*worktree\s*=\s*"?(.*?)"?\s*$/m.exec(pointerIn(join(directory, 'config')) ?? '') ?? [];
  return named !== undefined && resolve(directory, named) === top;
}

function pointerIn(path: string): string | null {
  return readUserFile(path, MAX_POINTER_BYTES)?.toString() ?? null;
}
