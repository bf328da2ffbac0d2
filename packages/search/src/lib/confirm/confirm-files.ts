import {
  isSurelyBefore,
  type OpenDirectory,
  type OpenFile,
  ToolError,
  yieldToEventLoop,
} from '@dragoman/fs-core/internal/kernel';
import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';
import { parentOf } from '../walk/result-filter.ts';
import { type Counts, countAgain, type OpenedMatch } from './count-again.ts';
import { isReplaced, openProposed } from './open-proposed.ts';

export interface ConfirmFilesOptions {
  readonly searched: OpenDirectory | OpenFile;
  readonly query: LineQuery;
  /** Start of the search, in milliseconds since the epoch. */
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

export interface ConfirmedFiles {
  readonly files: readonly ConfirmedFile[];
  /** Files that could not be read again, so that it is unknown whether they match. */
  readonly unconfirmed: number;
}

/**
 * Confirms the files that ripgrep found. ripgrep opens by path: if a directory on the way to a file may have changed
 * since the search began, the volume opens the file, and what matches is counted again in that very file. One that
 * matches no more is left out, and so is what has become a link.
 * @throws ToolError `CANCELLED`, `IO_ERROR`
 */
export async function confirmFiles(
  files: readonly (ConfirmedFile & { readonly isRead?: boolean })[],
  options: ConfirmFilesOptions,
): Promise<ConfirmedFiles> {
  const { searched, startedMs } = options;
  const found = files.map(({ path, count }) => ({ path, count }));
  if (searched.kind === 'file') return { files: found, unconfirmed: 0 };
  const isUnchanged = createChangeTest(searched, startedMs);
  const read = new Set(files.flatMap(({ path, isRead = false }) => (isRead ? [path] : [])));
  const [doubtful, sure] = partition(found, ({ path }) => !read.has(path) && !isUnchanged(path));
  if (doubtful.length === 0 && !HIDES_LINKS) return { files: found, unconfirmed: 0 };
  const counts: Counts = new Map();
  for (const batch of batchesOf(doubtful)) await recount(batch, { ...options, searched }, counts);
  for (const { path, count } of HIDES_LINKS ? await withoutLinks(searched, sure) : sure) counts.set(path, count);
  const confirmed = found.flatMap(({ path }) => {
    const count = counts.get(path);
    return count ? [{ path, count }] : [];
  });
  return { files: confirmed, unconfirmed: [...counts.values()].filter((count) => count === null).length };
}

// On Windows a link of an uncommon kind looks like a file or a directory until it is opened.
const HIDES_LINKS = process.platform === 'win32';

async function withoutLinks(searched: OpenDirectory, files: readonly ConfirmedFile[]): Promise<ConfirmedFile[]> {
  const kept: ConfirmedFile[] = [];
  for (const batch of batchesOf(files)) {
    kept.push(...batch.filter(({ path }) => !isLink(searched, path)));
    await yieldToEventLoop();
  }
  return kept;
}

function isLink(searched: OpenDirectory, path: string): boolean {
  const opened = openProposed(searched, path);
  if (opened instanceof ToolError) return isReplaced(opened);
  opened.close();
  return false;
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
  return parts;
}

// Each file of a batch holds a descriptor, here and in ripgrep.
const BATCH_SIZE = 64;
// Windows takes 32,767 characters on a command line, and elsewhere no path is on it.
const BATCH_CHARACTERS = 16_000;

function* batchesOf(files: readonly ConfirmedFile[]): Generator<readonly ConfirmedFile[]> {
  let batch: ConfirmedFile[] = [];
  let characters = 0;
  for (const file of files) {
    if (batch.length === BATCH_SIZE || (batch.length > 0 && characters + file.path.length > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(file);
    characters += file.path.length;
  }
  if (batch.length > 0) yield batch;
}

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

async function recount(
  files: readonly ConfirmedFile[],
  { searched, query, signal }: ConfirmFilesOptions & { readonly searched: OpenDirectory },
  counts: Counts,
): Promise<void> {
  const opened = new Map<string, OpenedMatch>();
  try {
    for (const { path, count } of files) {
      const file = openProposed(searched, path);
      if (!(file instanceof ToolError)) opened.set(path, { file, count });
      else if (!isReplaced(file)) counts.set(path, null);
    }
    if (opened.size > 0) await countAgain({ searched, opened, query, signal }, counts);
  } finally {
    for (const { file } of opened.values()) file.close();
  }
}
