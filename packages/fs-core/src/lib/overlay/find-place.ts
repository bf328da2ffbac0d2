import { dirname, isAbsolute, join } from 'node:path';
import { fromErrno, systemError } from '../errors/errno.ts';
import type { Action } from '../errors/failure.ts';
import { ToolError } from '../errors/tool-error.ts';
import { claimsDirectory, normalizePath } from '../paths/normalize-path.ts';
import type { Access } from '../scope/scope.ts';
import type { DirectoryEntry, OpenDirectory, RealPath } from '../volume/open-entry.ts';
import type { Entries } from './entries.ts';
import type { Entry } from './entry.ts';
import { accessDenied, type Merged, openBelow, rootOf } from './merged.ts';
import { pathBelow, pathInTrees, relativeTo } from './tree-path.ts';

/** Where a path leads in an overlay. */
export interface Place {
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'] | null;
  /** What the overlay itself has there; undefined if the volume below is seen. */
  readonly entry: Entry | undefined;
  /** Whether what the volume below has there is hidden by something above. */
  readonly isHidden: boolean;
  /** Missing directories on the way, outermost first. */
  readonly missing: readonly RealPath[];
}

export interface Asked {
  readonly access: Access;
  /** Whether a link that has the name itself is followed. */
  readonly follows: boolean;
}

// A path with more links fails, as on Linux.
const MAX_LINKS = 40;
// A longer name fails, as on most file systems.
const MAX_NAME_BYTES = 255;

/**
 * Finds out where a path leads, name by name: a link counts only if the overlay has put nothing in its place.
 * @throws ToolError `ACCESS_DENIED`, `NOT_DIRECTORY`, `INVALID_ARGUMENT`, `IO_ERROR`
 */
export async function findPlace(merged: Merged, given: string, asked: Asked): Promise<Place> {
  const path = normalizePath(given);
  let next = await intoTree(merged, path);
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const found = await walk(merged, next, { ...asked, given });
    if (typeof found !== 'string') return assertFits(merged, found, { ...asked, given });
    next = await intoTree(merged, found);
  }
  throw failed('ELOOP', given);
}

function assertFits(merged: Merged, place: Place, { access, given }: Walked): Place {
  const { realPath, missing, kind } = place;
  const isRoot = merged.base.roots.includes(realPath);
  if (![...missing, realPath].every((path) => isRoot || merged.isAllowed(path, access)))
    throw accessDenied(merged, given);
  if (claimsDirectory(given) && kind !== null && kind !== 'directory') throw failed('ENOTDIR', given);
  return place;
}

interface Walked extends Asked {
  /** The path as the caller gave it. */
  readonly given: string;
}

/** The path with its tree spelled as its real path: links may lead to the tree, or to a directory above it. */
async function intoTree(merged: Merged, path: string): Promise<RealPath> {
  const { base } = merged;
  const inTree = pathInTrees(base.roots, path);
  if (inTree !== null) return inTree;
  for (const above of pathsDown(path)) {
    const realPath = await realPathBelow(merged, above);
    if (realPath !== null) return pathBelow(realPath, relativeTo(above, path));
  }
  throw accessDenied(merged, path);
}

/** Null if the volume below cannot open the path. */
async function realPathBelow({ base }: Merged, path: string): Promise<RealPath | null> {
  try {
    using found = await base.open(path, { for: 'names' });
    return found.realPath;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return null;
  }
}

/** The path and those above it, the outermost first. */
function pathsDown(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...pathsDown(above), path];
}

/** The place that the names lead to; or, at a link that is to be followed, the path to continue with. */
async function walk(merged: Merged, path: RealPath, { follows, given }: Walked): Promise<Place | string> {
  const { base, store } = merged;
  const root = rootOf(base.roots, path) ?? path;
  using held = new Held(await openBelow(base, root, { for: 'names' }));
  let at = root;
  const names = relativeTo(root, path).split('/').filter(Boolean);
  for (const [index, name] of names.entries()) {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw failed('ENAMETOOLONG', given);
    const rest = names.slice(index + 1);
    const isLast = rest.length === 0;
    at = pathBelow(at, name);
    if (!merged.isAllowed(at, 'read')) throw accessDenied(merged, given);
    const entry = store.entries.get(at);
    const kind = entry === undefined ? held.kindOf(name) : entry.kind === 'gone' ? null : entry.kind;
    const isHidden = held.directory === null;
    if (kind === 'link' && (follows || !isLast)) return join(held.linkFrom(name, dirname(at)), ...rest);
    if (isLast) return { realPath: at, kind, entry, isHidden, missing: [] };
    if (kind === null) return missingFrom(store.entries, at, rest);
    if (kind !== 'directory') throw failed('ENOTDIR', given);
    held.enter(entry === undefined ? name : null);
  }
  return { realPath: root, kind: 'directory', entry: undefined, isHidden: false, missing: [] };
}

function missingFrom(entries: Entries, at: RealPath, rest: readonly string[]): Place {
  const missing: RealPath[] = [at];
  for (const name of rest) missing.push(pathBelow(missing.at(-1) ?? at, name));
  const realPath = missing.pop() ?? at;
  return { realPath, kind: null, entry: entries.get(realPath), isHidden: entries.isHidden(realPath), missing };
}

/** The current directory of a walk in the volume below; null if the overlay hides what is there. */
class Held implements Disposable {
  directory: OpenDirectory | null;

  constructor(opened: Awaited<ReturnType<typeof openBelow>>) {
    if (opened.kind !== 'directory') throw new TypeError('A tree is a file');
    this.directory = opened;
  }

  kindOf(name: string): DirectoryEntry['kind'] | null {
    return this.directory?.stat(name)?.kind ?? null;
  }

  /** Where the link `name` in the directory at `parent` leads. */
  linkFrom(name: string, parent: string): string {
    const text = this.directory?.readLink(name) ?? name;
    return isAbsolute(text) ? text : join(parent, text);
  }

  /** @param name null if the overlay has made the directory */
  enter(name: string | null): void {
    using left = this.directory;
    this.directory = name === null ? null : (left?.openDirectory(name) ?? null);
  }

  [Symbol.dispose](): void {
    this.directory?.close();
  }
}

export function failed(errno: string, path: string, action: Action = 'open'): unknown {
  return fromErrno(systemError(errno), action, path);
}
