import { isSurelyBefore, type OpenDirectory, type OpenFile } from '@dragoman/fs-core';
import { openProposed } from './open-proposed.ts';
import { type LineQuery, ripgrepArguments } from './ripgrep-arguments.ts';
import { createCountReader } from './ripgrep-output.ts';
import { inheritedPath, runRipgrep } from './ripgrep-process.ts';

export interface ConfirmFilesOptions {
  readonly searched: OpenDirectory | OpenFile;
  readonly query: LineQuery;
  /** When the search began, in milliseconds since the epoch. */
  readonly startedMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file with matches, as the search found it or a recount confirmed it. */
export interface ConfirmedFile {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  /** Matching lines, or single matches with `onlyMatching`. */
  readonly count: number;
}

/**
 * Confirms the files that ripgrep found. ripgrep opens by path: where a directory on the way to a file may have changed
 * since the search began, the volume opens the file and ripgrep counts again, by descriptor. A file that cannot be
 * opened, or matches no more, is left out.
 * @throws ToolError `CANCELLED`, `IO_ERROR`
 */
export async function confirmFiles(
  files: readonly ConfirmedFile[],
  options: ConfirmFilesOptions,
): Promise<ConfirmedFile[]> {
  const { searched, startedMs } = options;
  const found = files.map(({ path, count }) => ({ path, count }));
  if (searched.kind === 'file') return found;
  const isUnchanged = createChangeTest(searched, startedMs);
  const doubtful = found.filter(({ path }) => !isUnchanged(path));
  if (doubtful.length === 0) return found;
  const counts = new Map<string, number>();
  for (let from = 0; from < doubtful.length; from += BATCH_SIZE) {
    await recount(searched, doubtful.slice(from, from + BATCH_SIZE), options, counts);
  }
  const isDoubtful = new Set(doubtful);
  return found.flatMap((file) => {
    const count = isDoubtful.has(file) ? counts.get(file.path) : file.count;
    return count === undefined ? [] : [{ path: file.path, count }];
  });
}

// Each file of a batch holds a descriptor, here and in ripgrep.
const BATCH_SIZE = 64;
const TIME_LIMIT_MS = 20_000;

/** A test of whether all directories on the way to a file have surely kept their entries since `sinceMs`. */
function createChangeTest(searched: OpenDirectory, sinceMs: number): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isUnchanged = (directory: string): boolean => {
    const verdict = known.get(directory);
    if (verdict !== undefined) return verdict;
    const above = directory === '' || isUnchanged(parentOf(directory));
    const unchanged = above && isSurelyBefore(searched.ctimeHint(directory), sinceMs);
    known.set(directory, unchanged);
    return unchanged;
  };
  return (path) => isUnchanged(parentOf(path));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

async function recount(
  searched: OpenDirectory,
  files: readonly ConfirmedFile[],
  options: ConfirmFilesOptions,
  counts: Map<string, number>,
): Promise<void> {
  const opened = new Map<string, OpenFile>();
  try {
    for (const { path } of files) {
      const file = openProposed(searched, path);
      if (file !== null) opened.set(path, file);
    }
    if (opened.size > 0) await countIn(opened, options, counts);
  } finally {
    for (const file of opened.values()) file.close();
  }
}

async function countIn(
  opened: ReadonlyMap<string, OpenFile>,
  { query, signal }: ConfirmFilesOptions,
  counts: Map<string, number>,
): Promise<void> {
  const inherited = [...opened.values()].map(({ descriptor }) => descriptor);
  const names = new Map([...opened.keys()].map((path, index) => [inheritedPath(index), path]));
  const args = ripgrepArguments(
    { ...query, result: 'counts' },
    { paths: [...names.keys()], isSmall: false, leaveOut: [] },
  );
  const reader = createCountReader();
  for await (const chunk of runRipgrep({ args, inherited, timeLimitMs: TIME_LIMIT_MS, signal })) {
    for (const { path, count } of reader.push(chunk)) {
      const name = names.get(path.toString());
      if (name !== undefined) counts.set(name, count);
    }
  }
}
