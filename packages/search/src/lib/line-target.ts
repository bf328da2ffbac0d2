import { basename } from 'node:path';
import { decodeName, type OpenDirectory, type OpenFile, type Volume } from '@dragoman/fs-core';
import type { FindLinesRequest } from './find-lines.ts';
import { createResultFilter } from './result-filter.ts';
import type { Target } from './ripgrep-arguments.ts';
import { inheritedPath } from './ripgrep-process.ts';
import type { SearchNotes } from './search-notes.ts';

// In so few files ripgrep is done before a second thread has started.
const FEW_FILES = 64;

/** What ripgrep is pointed at, and what the paths that it prints mean. */
export interface LineTarget {
  /** Where ripgrep runs. */
  readonly directory?: OpenDirectory;
  /** Descriptors that ripgrep inherits. */
  readonly inherited: readonly number[];
  readonly target: Target;
  /** Turns a path that ripgrep prints into a `FoundFile.path`. */
  nameOf(path: Buffer): string;
  /** Whether the file with this `FoundFile.path` may be reported. */
  allows(path: string): boolean;
}

export async function openLineTarget(
  volume: Volume,
  searched: OpenDirectory | OpenFile,
  request: FindLinesRequest,
  notes: SearchNotes,
): Promise<LineTarget> {
  if (searched.kind === 'file') {
    const name = basename(searched.realPath);
    const target = { paths: [inheritedPath(0)], isSmall: true, leaveOut: [] };
    return { inherited: [searched.descriptor], target, nameOf: () => name, allows: () => true };
  }
  const { ignoreFiles, userExcludes, skip, globsBeatIgnoreFiles = true } = request;
  const globs = globsBeatIgnoreFiles ? (request.globs ?? []) : [];
  const rules = { ignoreFiles, userExcludes };
  const filter = await createResultFilter({ volume, directory: searched, ...rules, skip, globs, notes });
  const isSmall = filter.fileCount !== null && filter.fileCount <= FEW_FILES;
  return {
    directory: searched,
    inherited: [],
    target: { paths: ['./'], isSmall, leaveOut: [...skip, ...filter.prunes] },
    // ripgrep's paths begin with `./`, as the path that it is given.
    nameOf: (path) => decodeName(path.subarray(2)),
    allows: (path) => filter.allows(path),
  };
}
