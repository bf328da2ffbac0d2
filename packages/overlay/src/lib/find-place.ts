import { dirname, isAbsolute, join, sep } from 'node:path';
import {
  type Action,
  claimsDirectory,
  contains,
  type DirectoryEntry,
  type OpenDirectory,
  type RealPath,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import { type Access, fromErrno, normalizePath, systemError } from '@dragoman/fs-core/internal/volume-kit';
import type { Entries } from './entries.ts';
import type { Entry } from './entry.ts';
import { accessDenied, type MergedVolume, openBelow, rootOf } from './merged.ts';
import { parentOf, pathAlong, pathBelow, pathInTrees, relativeTo } from './tree-path.ts';

/** The place that a path leads to in an overlay. */
export interface OverlayPlace {
  readonly realPath: RealPath;
  readonly kind: DirectoryEntry['kind'] | null;
  /** The overlay's own entry there; undefined if the volume below is seen. */
  readonly entry: Entry | undefined;
  /** True if the entry of the volume below is hidden by something above. */
  readonly isHidden: boolean;
  /** Missing directories on the way, outermost first. */
  readonly missing: readonly RealPath[];
}

export interface PlaceRequest {
  readonly access: Access;
  /** True if a link that has the name itself is followed. */
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
export async function findPlace(merged: MergedVolume, given: string, asked: PlaceRequest): Promise<OverlayPlace> {
  const walked: PlaceWalk = { ...asked, given, path: normalizePath(given) };
  let next = await intoTree(merged, walked.path, walked);
  assertAllowed(merged, [next], walked);
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const found = await walk(merged, next, walked);
    if (typeof found !== 'string') return assertFits(merged, found, walked);
    next = await intoTree(merged, found, walked);
  }
  throw failed('ELOOP', walked.path);
}

function assertFits(merged: MergedVolume, place: OverlayPlace, walked: PlaceWalk): OverlayPlace {
  const { realPath, missing, kind } = place;
  assertAllowed(merged, [...missing, realPath], walked);
  const { given } = walked;
  if (claimsDirectory(given) && kind !== null && kind !== 'directory') throw failed('ENOTDIR', given);
  return place;
}

/** Judges every path that led to a file: its own, and that of each link that was followed. */
function assertAllowed(merged: MergedVolume, paths: readonly RealPath[], { access, path: asked }: PlaceWalk): void {
  const { roots } = merged.base;
  if (!paths.every((path) => roots.includes(path) || merged.isAllowed(path, access))) throw accessDenied(merged, asked);
}

interface PlaceWalk extends PlaceRequest {
  /** The path as the caller gave it. */
  readonly given: string;
  /** The given path in normal form. Errors name this path alone, and never the target of a link. */
  readonly path: string;
}

/** The path with its tree spelled as its real path: links may lead to the tree, or to a directory above it. */
async function intoTree(merged: MergedVolume, path: string, walked: PlaceWalk): Promise<RealPath> {
  const { base } = merged;
  const inTree = pathInTrees(base.roots, path);
  if (inTree !== null) return inTree;
  const straight = straightened(base.roots, path);
  if (straight === null) throw accessDenied(merged, walked.path);
  if (straight !== path) return intoTree(merged, straight, walked);
  for (const above of pathsDown(path)) {
    const realPath = await realPathBelow(merged, above);
    if (realPath !== null) return pathAlong(realPath, relativeTo(above, path));
  }
  throw accessDenied(merged, walked.path);
}

/** The path without its first `..`; null if that leads up from outside of every tree: that would reveal what is there. */
function straightened(roots: readonly RealPath[], path: string): string | null {
  const names = path.split(sep);
  const back = names.indexOf('..');
  if (back === -1) return path;
  const left = names.slice(0, back).join(sep) || sep;
  return roots.some((root) => contains(left, root)) ? [dirname(left), ...names.slice(back + 1)].join(sep) : null;
}

/** Null if the volume below cannot open the path. */
async function realPathBelow({ base }: MergedVolume, path: string): Promise<RealPath | null> {
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
async function walk(merged: MergedVolume, path: RealPath, walked: PlaceWalk): Promise<OverlayPlace | string> {
  const { base, store } = merged;
  const root = rootOf(base.roots, path) ?? path;
  using held = new BaseCursor(await openBelow(base, root, { for: 'names' }));
  let at = root;
  const names = namesFrom(root, path);
  for (const [index, name] of names.entries()) {
    const rest = names.slice(index + 1);
    if (name === '..') return [parentOf(at), ...rest].join(sep);
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw failed('ENAMETOOLONG', walked.path);
    const isLast = rest.length === 0;
    at = pathBelow(at, name);
    if (!merged.isAllowed(at, 'read')) throw accessDenied(merged, walked.path);
    const entry = store.entries.get(at);
    const kind = entry === undefined ? held.kindOf(name) : entry.kind === 'gone' ? null : entry.kind;
    const isHidden = held.directory === null;
    if (kind === 'link' && (walked.follows || !isLast)) {
      assertAllowed(merged, [at], walked);
      return followed(held.textOf(name), parentOf(at), rest);
    }
    if (isLast) return { realPath: at, kind, entry, isHidden, missing: [] };
    if (kind === null && rest.includes('..')) throw failed('ENOENT', walked.path);
    if (kind === null) return missingFrom(store.entries, at, rest);
    if (kind !== 'directory') throw failed('ENOTDIR', walked.path);
    held.enter(entry === undefined ? name : null);
  }
  return { realPath: root, kind: 'directory', entry: undefined, isHidden: false, missing: [] };
}

/** The path to continue with at a link. Keeps each `..` after a name: that name may be a link, too. */
function followed(text: string, parent: RealPath, rest: readonly string[]): string {
  const names = text.split(sep === '\\' ? /[\\/]/ : '/');
  if (isAbsolute(text)) return [...names, ...rest].join(sep);
  const down = names.findIndex((name) => !['', '.', '..'].includes(name));
  const ups = down === -1 ? names : names.slice(0, down);
  return [join(parent, ...ups), ...names.slice(ups.length), ...rest].join(sep);
}

function namesFrom(root: RealPath, path: RealPath): string[] {
  return relativeTo(root, path)
    .split('/')
    .filter((name) => name !== '.' && name !== '');
}

function missingFrom(entries: Entries, at: RealPath, rest: readonly string[]): OverlayPlace {
  const missing: RealPath[] = [at];
  for (const name of rest) missing.push(pathBelow(missing.at(-1) ?? at, name));
  const realPath = missing.pop() ?? at;
  return { realPath, kind: null, entry: entries.get(realPath), isHidden: entries.isHidden(realPath), missing };
}

/** Position of the walk in the base volume; null where the overlay hides it. */
class BaseCursor implements Disposable {
  directory: OpenDirectory | null;

  constructor(opened: Awaited<ReturnType<typeof openBelow>>) {
    if (opened.kind !== 'directory') throw new TypeError('A tree is a file');
    this.directory = opened;
  }

  kindOf(name: string): DirectoryEntry['kind'] | null {
    return this.directory?.stat(name)?.kind ?? null;
  }

  /** The target of a link; its own name if the link is gone by now, so that it is looked up again. */
  textOf(name: string): string {
    return this.directory?.readLink(name) ?? name;
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
