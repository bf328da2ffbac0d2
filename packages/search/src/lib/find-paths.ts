import { join } from 'node:path';
import {
  type DirectoryEntry,
  isPathError,
  letOtherWorkRun,
  type OpenDirectory,
  ToolError,
  type Visit,
  type Volume,
  visitRoot,
} from '@dragoman/fs-core';
import { createIgnoreReader, type IgnoreFiles, type IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import type { PathPattern } from './path-pattern.ts';
import { createNotes, type SearchNotes } from './search-notes.ts';
import { createSieve } from './sieve.ts';
import type { Place } from './trail.ts';

export interface FindPathsRequest {
  readonly pattern: PathPattern;
  readonly kinds: 'files' | 'directories' | 'both';
  readonly ignoreFiles: IgnoreFiles;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null;
  /** Whether ignored entries are found too, marked as such. Default false: ignored directories are not entered. */
  readonly markIgnored?: boolean;
  /** Names of files and directories that are left out at any depth. */
  readonly skip: ReadonlySet<string>;
  /** Finds only what is larger than this. */
  readonly overBytes?: number;
  /**
   * How many of the newest are wanted: what is known to be older is only counted (`older`). Left out, all are found, and
   * no times are looked up.
   */
  readonly newest?: number;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

export interface FoundPath {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  /**
   * Milliseconds since the epoch, where the `newest` are wanted and it is not ignored; for sorting only, never to be
   * shown (`OpenDirectory.hintOf`).
   */
  readonly modifiedHint: number;
  readonly ignored: boolean;
}

export interface PathNotes extends SearchNotes {
  /** How many entries match, but are known to be older than the `newest` wanted ones. */
  older: number;
}

/** Batches of entries as they are found, in no order. Leaving the loop ends the search. */
export interface PathSearch extends AsyncIterable<readonly FoundPath[]> {
  /** Complete once the loop has ended. */
  readonly notes: Readonly<PathNotes>;
}

/**
 * Walks the tree below a directory and finds the entries that match. Each directory is opened in the one above it, and
 * links to directories are not followed. The caller closes `directory`.
 * @throws ToolError in the loop: `CANCELLED`; `PERMISSION_DENIED`, `IO_ERROR` where `directory` cannot be listed
 */
export function findPaths(
  volume: Volume,
  directory: OpenDirectory,
  request: FindPathsRequest,
  signal?: AbortSignal,
): PathSearch {
  const notes: PathNotes = { ...createNotes(), older: 0 };
  return {
    notes,
    async *[Symbol.asyncIterator]() {
      const { ignoreFiles, userExcludes } = request;
      const reader = createIgnoreReader({ volume, mode: ignoreFiles, userExcludes, notes });
      using walk = createWalk(directory, request, { reader, notes });
      walk.begin(await reader.above(directory));
      const end = performance.now() + (request.timeLimitMs ?? TIME_LIMIT_MS);
      for (let isDone = false; !isDone; ) {
        throwIfAborted(signal);
        const turnEnd = performance.now() + TURN_MS;
        while (!isDone && performance.now() < turnEnd) isDone = !walk.step();
        const { found, links } = walk.take();
        yield [...found, ...(await targetFiles(volume, directory, links))];
        notes.timedOut = !isDone && performance.now() > end;
        if (notes.timedOut) return;
        if (!isDone) await letOtherWorkRun();
      }
    },
  };
}

// After so long the walk lets other calls of the process go on.
const TURN_MS = 10;
const TIME_LIMIT_MS = 20_000;
// Each level may hold a descriptor, and no path of the system has more names than this.
const MAX_DEPTH = 2048;

/** A directory on the way from the root to where the walk is. */
interface Level extends Standing {
  readonly visit: Visit;
  /** What precedes the names of its entries in their paths: empty, or ending in a slash. */
  readonly prefix: string;
  readonly branches: Branch[];
}

/** What applies to the entries of a directory. */
interface Standing {
  readonly place: Place;
  readonly scope: IgnoreScope;
  readonly ignored: boolean;
}

/** A subdirectory that is still to be entered. */
interface Branch {
  readonly name: string;
  readonly place: Place;
  readonly ignored: boolean;
}

interface Walk extends Disposable {
  begin(scope: IgnoreScope): void;
  /** Enters one directory or leaves one; false once the whole tree was walked. */
  step(): boolean;
  /** What was found since the last call; apart from it, links whose names match and which may lead to files. */
  take(): { found: FoundPath[]; links: FoundPath[] };
}

interface WalkContext {
  readonly reader: IgnoreReader;
  readonly notes: PathNotes;
}

function createWalk(root: OpenDirectory, request: FindPathsRequest, { reader, notes }: WalkContext): Walk {
  const { pattern, kinds, skip, overBytes, markIgnored = false } = request;
  const sieve = request.newest === undefined ? null : createSieve(request.newest);
  const levels: Level[] = [];
  let found: FoundPath[] = [];
  let links: FoundPath[] = [];

  const fits = (place: Place, name: string, kind: DirectoryEntry['kind']): boolean => {
    const isDirectory = kind === 'directory';
    return kinds !== (isDirectory ? 'files' : 'directories') && pattern.fits(place, name, isDirectory);
  };

  const look = (level: Level, { name, kind }: DirectoryEntry): void => {
    if (kind === 'other') return;
    const isDirectory = kind === 'directory';
    const isFit = fits(level.place, name, kind);
    const place = isDirectory ? pattern.enter(level.place, name) : null;
    if (skip.has(name) || (!isFit && place === null)) return;
    const ignored = level.ignored || level.scope.excludes(name, isDirectory);
    if (ignored && !markIgnored) return;
    if (place !== null) level.branches.push({ name, place, ignored });
    if (isFit) take(level.prefix + name, kind, ignored);
  };

  const take = (path: string, kind: DirectoryEntry['kind'], ignored: boolean): void => {
    const isHinted = overBytes !== undefined || (sieve !== null && !ignored);
    const hint = isHinted ? root.hintOf(path) : null;
    if (overBytes !== undefined && (hint?.size ?? 0) <= overBytes) return;
    const modifiedHint = ignored ? 0 : (hint?.mtimeMs ?? 0);
    // A link is sorted by the time of its target, which is not known yet.
    if (!ignored && kind !== 'link' && sieve?.admits(modifiedHint) === false) notes.older += 1;
    else if (kind === 'link') links.push({ path, kind: 'file', modifiedHint, ignored });
    else found.push({ path, kind: kind === 'directory' ? kind : 'file', modifiedHint, ignored });
  };

  const enter = (visit: Visit, { place, scope: outer, ignored }: Standing): void => {
    const entries = visit.entries();
    const scope = reader.withinEntries(outer, entries, visit);
    const prefix = visit.path === '' ? '' : `${visit.path}/`;
    const level: Level = { visit, prefix, place, scope, ignored, branches: [] };
    levels.push(level);
    for (const entry of entries) look(level, entry);
  };

  const descend = (from: Level, { name, place, ignored }: Branch): void => {
    const visit = from.visit.enter(name);
    try {
      if (levels.length >= MAX_DEPTH) throw new ToolError('IO_ERROR', `Cannot list "${visit.path}": too deep`);
      enter(visit, { place, scope: from.scope.enter(name), ignored });
    } catch (error) {
      visit[Symbol.dispose]();
      if (!isPathError(error)) throw error;
      notes.unreadable += 1;
    }
  };

  return {
    begin: (scope) => enter(visitRoot(root), { place: pattern.start, scope, ignored: false }),
    step() {
      const level = levels.at(-1);
      if (level === undefined) return false;
      const branch = level.branches.pop();
      if (branch !== undefined) descend(level, branch);
      else levels.pop()?.visit[Symbol.dispose]();
      return levels.length > 0;
    },
    take() {
      const taken = { found, links };
      found = [];
      links = [];
      return taken;
    },
    [Symbol.dispose]() {
      for (const { visit } of levels.reverse()) visit[Symbol.dispose]();
    },
  };
}

/** Those links that lead to readable files, with the times of the files. */
async function targetFiles(
  volume: Volume,
  directory: OpenDirectory,
  links: readonly FoundPath[],
): Promise<FoundPath[]> {
  const files: FoundPath[] = [];
  for (const link of links) {
    try {
      using target = await volume.open(join(directory.realPath, link.path));
      if (target.kind === 'file') files.push({ ...link, modifiedHint: target.mtimeMs });
    } catch (error) {
      if (!isPathError(error)) throw error;
    }
  }
  return files;
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ToolError('CANCELLED', 'Search was cancelled');
}
