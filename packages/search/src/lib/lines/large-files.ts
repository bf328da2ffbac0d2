import { type OpenDirectory, type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
import { compilePathPattern } from '@dragoman/patterns';
import { MAX_SEARCHED_BYTES } from '../ripgrep/limits.ts';
import { globsOfType } from '../ripgrep/ripgrep-types.ts';
import { findPaths } from '../walk/find-paths.ts';
import { compileGlobFilter } from '../walk/glob-filter.ts';
import type { FindLinesRequest } from './line-search.ts';

type Search = Pick<FindLinesRequest, 'globs' | 'type' | 'hidden' | 'ignoreFiles' | 'userExcludes' | 'skip' | 'signal'>;

/** Counts the files that a multiline search leaves out for their size. */
export async function countLargeFiles(
  volume: Volume,
  directory: OpenDirectory,
  { globs = [], type, hidden, ignoreFiles, userExcludes = null, skip, signal }: Search,
): Promise<number> {
  const isSelected = compileGlobFilter(globs);
  const isExclusive = globs.some((glob) => !glob.startsWith('!'));
  // For ripgrep, too, a glob that names a file outweighs the type.
  const ofType = type && !isExclusive ? compileGlobFilter(await globsOfType(type)) : () => !isExclusive;
  const pattern = compilePathPattern('**', { dot: hidden, ignoreCase: false });
  const rules = { ignoreFiles, userExcludes, skip, signal };
  const large = { ...rules, pattern, kinds: 'files', overBytes: MAX_SEARCHED_BYTES } as const;
  let count = 0;
  for await (const batch of findPaths(volume, directory, large)) {
    for (const { path } of batch) if (isSelected(path, false) ?? ofType(path, false)) count += 1;
  }
  return count;
}

/** @throws ToolError `FILE_TOO_LARGE` for a single file that a multiline search would leave out */
export function assertMultilineSize({ realPath: path, size }: OpenFile): void {
  if (size <= MAX_SEARCHED_BYTES) return;
  const message = `Cannot search "${path}" for matches that span lines: over the size limit`;
  throw new ToolError({ code: 'FILE_TOO_LARGE', path, size, limit: MAX_SEARCHED_BYTES, multiline: true }, message);
}
