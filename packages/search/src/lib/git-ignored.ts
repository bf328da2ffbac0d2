import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import { createIgnoreReader } from './ignore-files.ts';
import { createNotes } from './search-notes.ts';

/** Tells of an entry of a directory whether git leaves it out. */
export type GitIgnored = (name: string, isDirectory: boolean) => boolean;

/** By all ignore files that apply in a directory; outside a repository none does. A repository's `.git` is left out. */
export async function gitIgnored(volume: Volume, directory: OpenDirectory): Promise<GitIgnored> {
  const reader = createIgnoreReader({ volume, mode: 'git', notes: createNotes() });
  const above = await reader.above(directory);
  const scope = reader.within(above, directory, (name) => directory.kindOf(name));
  return (name, isDirectory) => scope.inRepository && (name === '.git' || scope.excludes(name, isDirectory));
}
