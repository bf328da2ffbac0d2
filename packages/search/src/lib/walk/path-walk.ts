import {
  type DirectoryEntry,
  isPathError,
  type OpenDirectory,
  orPassOver,
  ToolError,
  type Visit,
  visitRoot,
} from '@dragoman/fs-core/internal/kernel';
import type { State } from '@dragoman/patterns';
import type { IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import type { NewestFilter } from './newest-filter.ts';
import type { FindPathsRequest, FoundPath, PathNotes } from './path-search.ts';

/** State of a walk in one directory, which applies to all its entries. */
export interface WalkState {
  readonly state: State;
  readonly scope: IgnoreScope;
  readonly ignored: boolean;
}

/** A directory where a walk begins: the searched one, or one that a link in it leads to. */
export interface WalkStart extends WalkState {
  readonly directory: OpenDirectory;
  /** Beginning of the paths in it: empty, or ending in a slash. */
  readonly prefix: string;
}

/** A link that the pattern names, and what applies to the entries of the directory that it may lead to. */
export interface NamedLink extends WalkState {
  /** Relative to the searched directory. */
  readonly path: string;
}

/** Entries that a walk has found since the last call of `drain`. */
interface Batch {
  readonly found: FoundPath[];
  /** Links whose names match: those that lead to files are found too. */
  readonly links: FoundPath[];
  /** Only if such links are to be followed. */
  readonly namedLinks: NamedLink[];
}

/** Walks the tree below one directory, each directory opened in the one above it. */
export interface PathWalk extends Disposable {
  /** Takes one entry, enters a directory or leaves one; false once the whole tree was walked. */
  step(): boolean;
  /** Returns the entries found since the last call. */
  drain(): Batch;
}

/** State that the walks of one search share. */
export interface WalkContext {
  readonly request: FindPathsRequest;
  readonly reader: IgnoreReader;
  readonly notes: PathNotes;
  /** Null if times are not asked for. */
  readonly newestFilter: NewestFilter | null;
  /** True if no name on the way down a path, relative to the searched directory, is denied. */
  permits(path: string): boolean;
}

// Each level may hold a descriptor, and no path of the system has more names than this.
const MAX_DEPTH = 2048;

/** A directory on the way from the start to where the walk is. */
interface Level {
  readonly place: Place;
  /** Takes a step for each entry: all are listed before the first is judged, since one may hold the rules. */
  readonly looking: Iterator<void>;
}

interface Place extends WalkState {
  readonly visit: Visit;
  /** Scope with the directory's own rules, once all entries are listed. */
  scope: IgnoreScope;
  /** Beginning of its entries' paths below the start: empty, or ending in a slash. */
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
 * @throws ToolError `PERMISSION_DENIED`, `IO_ERROR` if it cannot be listed
 */
export function beginWalk(start: WalkStart, context: WalkContext): PathWalk {
  return new TreeWalk(start, context);
}

/** Holds the directories on the way from the start to where it is. */
class TreeWalk implements PathWalk {
  readonly #start: WalkStart;
  readonly #context: WalkContext;
  readonly #levels: Level[] = [];
  #taken: Batch = { found: [], links: [], namedLinks: [] };

  constructor(start: WalkStart, context: WalkContext) {
    this.#start = start;
    this.#context = context;
    this.#enter(visitRoot(start.directory), start);
  }

  step(): boolean {
    const level = this.#levels.at(-1);
    if (level === undefined) return false;
    if (!level.looking.next().done) return true;
    const branch = level.place.branches.pop();
    if (branch !== undefined) this.#descend(level.place, branch);
    else this.#levels.pop()?.place.visit[Symbol.dispose]();
    return this.#levels.length > 0;
  }

  drain(): Batch {
    const sinceLast = this.#taken;
    this.#taken = { found: [], links: [], namedLinks: [] };
    return sinceLast;
  }

  [Symbol.dispose](): void {
    for (const { place } of this.#levels.reverse()) place.visit[Symbol.dispose]();
  }

  #enter(visit: Visit, { state, scope, ignored }: WalkState): void {
    const folder = visit.path === '' ? '' : `${visit.path}/`;
    const place: Place = { visit, folder, state, scope, ignored, branches: [] };
    this.#levels.push({ place, looking: this.#lookAtAll(place, visit.eachEntry()) });
  }

  *#lookAtAll(place: Place, unlisted: ReturnType<Visit['eachEntry']>): Generator<void> {
    const entries: DirectoryEntry[] = [];
    for (const entry of unlisted) {
      if (entry !== null) entries.push(entry);
      yield;
    }
    const { scope, visit } = place;
    place.scope = orPassOver(() => this.#context.reader.withinEntries(scope, entries, visit)) ?? scope;
    for (const entry of entries) {
      this.#look(place, entry);
      yield;
    }
  }

  #descend(from: Place, { name, state, ignored }: Branch): void {
    const visit = from.visit.enter(name);
    try {
      if (this.#levels.length >= MAX_DEPTH)
        throw new ToolError(
          { code: 'IO_ERROR', problem: 'too-deep', path: visit.path },
          `Cannot list "${visit.path}": too deep`,
        );
      this.#enter(visit, { state, scope: from.scope.enter(name), ignored });
    } catch (error) {
      visit[Symbol.dispose]();
      if (!isPathError(error)) throw error;
      this.#context.notes.unreadable += 1;
    }
  }

  #look(place: Place, entry: DirectoryEntry): void {
    const { name, kind } = entry;
    if (kind === 'other') return;
    const { request, permits } = this.#context;
    const isMatch = matches(request, place.state, entry);
    const state = stateBelow(request, place.state, entry);
    if (request.skip.has(name) || (!isMatch && state === null)) return;
    const path = place.folder + name;
    const { prefix } = this.#start;
    // The entries of a directory are judged by the path that it has, and not by the link that led to it.
    if (prefix !== '' && !permits(prefix + path)) return;
    const ignored = place.ignored || place.scope.excludes(name, kind === 'directory');
    if (ignored && !request.markIgnored) return;
    if (state !== null && kind === 'directory') place.branches.push({ name, state, ignored });
    else if (state !== null)
      this.#taken.namedLinks.push({ path: prefix + path, state, scope: place.scope.enter(name), ignored });
    if (isMatch) this.#found(path, kind, ignored);
  }

  #found(path: string, kind: DirectoryEntry['kind'], ignored: boolean): void {
    const { request, notes, newestFilter } = this.#context;
    const { overBytes } = request;
    const isHinted = overBytes !== undefined || (newestFilter !== null && !ignored);
    const hint = isHinted ? this.#start.directory.hintOf(path) : null;
    if (overBytes !== undefined && (hint?.size ?? 0) <= overBytes) return;
    const modifiedHint = ignored ? 0 : (hint?.mtimeMs ?? 0);
    const facts = { path: this.#start.prefix + path, modifiedHint, ignored };
    // A link is sorted by the time of its target, which is not known yet.
    if (!ignored && kind !== 'link' && newestFilter?.admits(modifiedHint) === false) notes.older += 1;
    else if (kind === 'link') this.#taken.links.push({ ...facts, kind: 'file' });
    else this.#taken.found.push({ ...facts, kind: kind === 'directory' ? kind : 'file' });
  }
}

function matches({ kinds, pattern }: FindPathsRequest, state: State, { name, kind }: DirectoryEntry): boolean {
  const isDirectory = kind === 'directory';
  return kinds !== (isDirectory ? 'files' : 'directories') && pattern.matches(state, name, isDirectory);
}

/** The state of the directory that an entry is, or that a link which the pattern names may lead to; else null. */
function stateBelow(request: FindPathsRequest, state: State, { name, kind }: DirectoryEntry): State | null {
  const { pattern, followsNamedLinks = false } = request;
  if (kind === 'directory') return pattern.enter(state, name);
  return kind === 'link' && followsNamedLinks ? pattern.enterNamed(state, name) : null;
}
