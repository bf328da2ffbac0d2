import {
  type DirectoryEntry,
  isPathError,
  type OpenDirectory,
  ToolError,
  type Visit,
  visitRoot,
} from '@dragoman/fs-core';
import type { State } from '@dragoman/patterns';
import type { IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import type { NewestFilter } from './newest-filter.ts';
import type { FindPathsRequest, FoundPath, PathNotes } from './path-search.ts';

/** What applies to the entries of a directory. */
export interface Standing {
  readonly state: State;
  readonly scope: IgnoreScope;
  readonly ignored: boolean;
}

/** A directory where a walk begins: the searched one, or one that a link in it leads to. */
export interface WalkStart extends Standing {
  readonly directory: OpenDirectory;
  /** What precedes the paths in it: empty, or ending in a slash. */
  readonly prefix: string;
}

/** A link that the pattern names, and what applies to the entries of the directory that it may lead to. */
export interface NamedLink extends Standing {
  /** Relative to the searched directory. */
  readonly path: string;
}

/** What a walk has come upon. */
interface Taken {
  readonly found: FoundPath[];
  /** Links whose names match: those that lead to files are found too. */
  readonly links: FoundPath[];
  /** Only where such links are to be followed. */
  readonly namedLinks: NamedLink[];
}

/** Walks the tree below one directory, each directory opened in the one above it. */
export interface PathWalk extends Disposable {
  /** Enters one directory or leaves one; false once the whole tree was walked. */
  step(): boolean;
  /** What was come upon since the last call. */
  take(): Taken;
}

/** What the walks of one search share. */
export interface WalkContext {
  readonly request: FindPathsRequest;
  readonly reader: IgnoreReader;
  readonly notes: PathNotes;
  /** Null where no times are wanted. */
  readonly newestFilter: NewestFilter | null;
  /** Whether no name on the way down a path, relative to the searched directory, is denied. */
  permits(path: string): boolean;
}

// Each level may hold a descriptor, and no path of the system has more names than this.
const MAX_DEPTH = 2048;

/** A directory on the way from the start to where the walk is. */
interface Level extends Standing {
  readonly visit: Visit;
  /** What precedes the names of its entries in their paths below the start: empty, or ending in a slash. */
  readonly folder: string;
  readonly branches: Branch[];
}

/** A subdirectory that is still to be entered. */
interface Branch {
  readonly name: string;
  readonly state: State;
  readonly ignored: boolean;
}

/**
 * Begins a walk; the directory stays the caller's to close.
 * @throws ToolError `PERMISSION_DENIED`, `IO_ERROR` where it cannot be listed
 */
export function beginWalk(start: WalkStart, { request, reader, notes, newestFilter, permits }: WalkContext): PathWalk {
  const { directory: root, prefix } = start;
  const { pattern, kinds, skip, overBytes, markIgnored = false, followsNamedLinks = false } = request;
  const levels: Level[] = [];
  let taken: Taken = { found: [], links: [], namedLinks: [] };

  const fits = (state: State, name: string, kind: DirectoryEntry['kind']): boolean => {
    const isDirectory = kind === 'directory';
    return kinds !== (isDirectory ? 'files' : 'directories') && pattern.matches(state, name, isDirectory);
  };

  const stateIn = (level: Level, { name, kind }: DirectoryEntry): State | null => {
    if (kind === 'directory') return pattern.enter(level.state, name);
    return kind === 'link' && followsNamedLinks ? pattern.enterNamed(level.state, name) : null;
  };

  const look = (level: Level, entry: DirectoryEntry): void => {
    const { name, kind } = entry;
    if (kind === 'other') return;
    const isFit = fits(level.state, name, kind);
    const state = stateIn(level, entry);
    if (skip.has(name) || (!isFit && state === null)) return;
    const path = level.folder + name;
    // The entries of a directory are judged by the path that it has, and not by the link that led to it.
    if (prefix !== '' && !permits(prefix + path)) return;
    const ignored = level.ignored || level.scope.excludes(name, kind === 'directory');
    if (ignored && !markIgnored) return;
    if (state !== null && kind === 'directory') level.branches.push({ name, state, ignored });
    else if (state !== null)
      taken.namedLinks.push({ path: prefix + path, state, scope: level.scope.enter(name), ignored });
    if (isFit) take(path, kind, ignored);
  };

  const take = (path: string, kind: DirectoryEntry['kind'], ignored: boolean): void => {
    const isHinted = overBytes !== undefined || (newestFilter !== null && !ignored);
    const hint = isHinted ? root.hintOf(path) : null;
    if (overBytes !== undefined && (hint?.size ?? 0) <= overBytes) return;
    const modifiedHint = ignored ? 0 : (hint?.mtimeMs ?? 0);
    const facts = { path: prefix + path, modifiedHint, ignored };
    // A link is sorted by the time of its target, which is not known yet.
    if (!ignored && kind !== 'link' && newestFilter?.admits(modifiedHint) === false) notes.older += 1;
    else if (kind === 'link') taken.links.push({ ...facts, kind: 'file' });
    else taken.found.push({ ...facts, kind: kind === 'directory' ? kind : 'file' });
  };

  const enter = (visit: Visit, { state, scope: outer, ignored }: Standing): void => {
    const entries = visit.entries();
    const scope = reader.withinEntries(outer, entries, visit);
    const folder = visit.path === '' ? '' : `${visit.path}/`;
    const level: Level = { visit, folder, state, scope, ignored, branches: [] };
    levels.push(level);
    for (const entry of entries) look(level, entry);
  };

  const descend = (from: Level, { name, state, ignored }: Branch): void => {
    const visit = from.visit.enter(name);
    try {
      if (levels.length >= MAX_DEPTH) throw new ToolError('IO_ERROR', `Cannot list "${visit.path}": too deep`);
      enter(visit, { state, scope: from.scope.enter(name), ignored });
    } catch (error) {
      visit[Symbol.dispose]();
      if (!isPathError(error)) throw error;
      notes.unreadable += 1;
    }
  };

  enter(visitRoot(root), start);
  return {
    step() {
      const level = levels.at(-1);
      if (level === undefined) return false;
      const branch = level.branches.pop();
      if (branch !== undefined) descend(level, branch);
      else levels.pop()?.visit[Symbol.dispose]();
      return levels.length > 0;
    },
    take() {
      const sinceLast = taken;
      taken = { found: [], links: [], namedLinks: [] };
      return sinceLast;
    },
    [Symbol.dispose]() {
      for (const { visit } of levels.reverse()) visit[Symbol.dispose]();
    },
  };
}
