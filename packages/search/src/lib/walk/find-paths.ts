import { join } from 'node:path';
import {
  assertNotCancelled,
  type OpenDirectory,
  openOrNull,
  orPassOver,
  type Volume,
  yieldToEventLoop,
} from '@dragoman/fs-core/internal/kernel';
import { createIgnoreReader } from './ignore-files.ts';
import { createNewestFilter } from './newest-filter.ts';
import type { FindPathsRequest, FoundPath, PathNotes, PathSearch } from './path-search.ts';
import { beginWalk, type NamedLink, type PathWalk, type WalkContext, type WalkStart } from './path-walk.ts';
import { createNotes } from './search-notes.ts';

/**
 * Walks the tree below a directory and finds the entries that match. Each directory is opened in the one above it, and
 * links to directories are followed only if the request says so. The caller closes `directory`.
 * @throws ToolError in the loop: `CANCELLED`; `PERMISSION_DENIED`, `IO_ERROR` if `directory` cannot be listed
 */
export function findPaths(volume: Volume, directory: OpenDirectory, request: FindPathsRequest): PathSearch {
  const notes: PathNotes = { ...createNotes(), older: 0 };
  return { notes, [Symbol.asyncIterator]: () => walkAll({ volume, directory, request, notes }) };
}

// After so long the walk lets other calls of the process go on.
const TURN_MS = 10;
const TIME_LIMIT_MS = 20_000;

interface Search {
  readonly volume: Volume;
  readonly directory: OpenDirectory;
  readonly request: FindPathsRequest;
  readonly notes: PathNotes;
}

/** Walks the directory itself, then each one to which a link leads that the pattern names. */
async function* walkAll(search: Search): AsyncGenerator<FoundPath[]> {
  const { volume, directory, request, notes } = search;
  const { ignoreFiles, entersIgnored, userExcludes, newest, pattern } = request;
  const reader = createIgnoreReader({
    volume,
    mode: ignoreFiles,
    entersIgnored,
    userExcludes,
    notes,
    signal: request.signal,
  });
  const newestFilter = newest === undefined ? null : createNewestFilter(newest);
  const context = { request, reader, notes, newestFilter, permits: (path: string) => directory.permits(path) };
  const endMs = performance.now() + (request.timeLimitMs ?? TIME_LIMIT_MS);
  const scope = await reader.above(directory);
  using first = beginWalk({ directory, prefix: '', state: pattern.start, scope, ignored: false }, context);
  const pending = yield* inTurns(first, search, endMs);
  for (let link = pending.pop(); link !== undefined && !notes.timedOut; link = pending.pop()) {
    if (performance.now() > endMs) {
      notes.timedOut = true;
      return;
    }
    using target = await openOrNull(volume, join(directory.realPath, link.path), { for: 'names' });
    if (target?.kind !== 'directory') continue;
    using walk = beginOrNote({ ...link, directory: target, prefix: `${link.path}/` }, context);
    if (walk !== null) pending.push(...(yield* inTurns(walk, search, endMs)));
  }
}

/** Takes one walk to its end, or to that of the time; returns the links that remain to be followed. */
async function* inTurns(walk: PathWalk, search: Search, endMs: number): AsyncGenerator<FoundPath[], NamedLink[]> {
  const { volume, directory, notes, request } = search;
  const pending: NamedLink[] = [];
  for (let isDone = false; !isDone; ) {
    assertNotCancelled(request.signal);
    const turnEnd = performance.now() + TURN_MS;
    while (!isDone && performance.now() < turnEnd) isDone = !walk.step();
    const { found, links, namedLinks } = walk.drain();
    pending.push(...namedLinks);
    yield [...found, ...(request.findsLinks === false ? [] : await targetFiles(volume, directory, links))];
    notes.timedOut = !isDone && performance.now() > endMs;
    if (notes.timedOut) break;
    if (!isDone) await yieldToEventLoop();
  }
  return pending;
}

/** Null if the directory cannot be listed, which is noted. */
function beginOrNote(start: WalkStart, context: WalkContext): PathWalk | null {
  const walk = orPassOver(() => beginWalk(start, context));
  if (walk === null) context.notes.unreadable += 1;
  return walk;
}

/** Selects the links that lead to readable files, with the times of the files. */
async function targetFiles(
  volume: Volume,
  directory: OpenDirectory,
  links: readonly FoundPath[],
): Promise<FoundPath[]> {
  const files: FoundPath[] = [];
  for (const link of links) {
    using target = await openOrNull(volume, join(directory.realPath, link.path), { for: 'names' });
    if (target?.kind === 'file') files.push({ ...link, modifiedHint: target.mtimeMs });
  }
  return files;
}
