import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import { createIgnoreReader } from './ignore-files.ts';
import { createNotes } from './search-notes.ts';

/** Whether git ignores the entry `name` of a directory. */
export type GitIgnored = (name: string, isDirectory: boolean) => boolean;

/** Reads git's ignore files for one directory. Outside a repository nothing is ignored, inside one `.git` is too. */
export async function gitIgnored(volume: Volume, directory: OpenDirectory): Promise<GitIgnored> {
  const reader = createIgnoreReader({ volume, mode: 'git', notes: createNotes() });
  const above = await reader.above(directory);
  const scope = reader.within(above, directory, (name) => directory.stat(name)?.kind);
  return (name, isDirectory) => scope.inRepository && (name === '.git' || scope.excludes(name, isDirectory));
}
