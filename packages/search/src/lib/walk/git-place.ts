import { join, resolve } from 'node:path';
import { readUserFile } from '@dragoman/fs-core/internal/host';

/** Directories of a repository, outside of every volume: git decides where they lie. */
export interface GitPlace {
  /** The git directory, that of a linked worktree or of a submodule too. */
  readonly directory: string;
  /** The git directory that all worktrees share. */
  readonly common: string;
}

/** Content of the ignore file that git applies in a repository, or outside of one; null if there is none. */
export type UserExcludes = (repository: GitPlace | null) => Uint8Array | null;

const MAX_POINTER_BYTES = 16 * 1024;

/** The git directories of a working tree that has a `.git`, which is a directory or a file that names one. */
export function gitPlaceIn(top: string): GitPlace {
  const entry = join(top, '.git');
  const named = /^gitdir: (.*\S)/.exec(pointerIn(entry) ?? '')?.[1];
  const directory = named === undefined ? entry : resolve(top, named);
  const shared = pointerIn(join(directory, 'commondir'))?.trim();
  return { directory, common: shared ? resolve(directory, shared) : directory };
}

function pointerIn(path: string): string | null {
  return readUserFile(path, MAX_POINTER_BYTES)?.toString() ?? null;
}
