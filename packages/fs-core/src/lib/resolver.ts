import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { errnoOf, fromErrno } from './errno.ts';
import { nearNames } from './near-names.ts';
import type { Pin, Platform } from './platform.ts';
import type { Access, Scope } from './scope.ts';
import { ToolError } from './tool-error.ts';
import { type Walk, walk } from './walk.ts';

/** Where a write goes: a pinned directory, the directories still to be made in it, and the file's name. */
export interface Target {
  /** Where the file is, or will be. */
  readonly realPath: string;
  readonly parent: Pin;
  /** Directories to make below `parent`, in order. */
  readonly missing: readonly string[];
  readonly name: string;
  /** What is there now. */
  readonly existing: Pin | null;
}

/** Turns a caller's path into something held open whose real path was judged after it was opened. */
export interface Resolver {
  /** The caller releases the pin. @throws ToolError as `Volume.open`. */
  existing(path: string, access: Access): Pin;
  /** The caller releases both pins. @throws ToolError as `Volume.update`. */
  target(path: string): Target;
}

// A directory that is exchanged all the time would keep a write looking for its parent for ever.
const TRIES = 8;

export function createResolver(platform: Platform, scope: Scope): Resolver {
  const existing = (path: string, access: Access): Pin => {
    const wanted = checkedPath(path);
    const pin = platform.pin === null ? walkTo(wanted, access) : pinAtOnce(platform.pin, wanted, access);
    try {
      demandAllowed(pin.realPath, wanted, access);
      if (endsInSeparator(path) && !pin.stat.isDirectory()) throw notADirectory(path);
      return pin;
    } catch (error) {
      platform.release(pin);
      throw error;
    }
  };

  const pinAtOnce = (pin: (path: string) => Pin, wanted: string, access: Access): Pin => {
    try {
      return pin(wanted);
    } catch (error) {
      // The system does not say where it failed, and that decides what may be told: walk the same way by hand.
      if (errnoOf(error) === null) throw error;
      return walkTo(wanted, access);
    }
  };

  const walkTo = (wanted: string, access: Access): Pin => {
    const way = walk(platform, wanted);
    if (way.arrived) return way.pin;
    try {
      throw explain(way, wanted, access);
    } finally {
      platform.release(way.directory);
    }
  };

  /** The error for a walk that stopped: what lies at a place that is not allowed is never told. */
  const explain = (way: Extract<Walk, { arrived: false }>, wanted: string, access: Access): unknown => {
    const place = join(way.directory.realPath, way.name);
    demandNames([wanted, ...way.aliases], wanted, access);
    if (scope.judge(place, access) !== 'allowed') return accessDenied(wanted);
    const candidates = errnoOf(way.error) === 'ENOENT' ? candidatesFor(way, wanted) : [];
    return fromErrno(way.error, 'open', wanted, candidates.length > 0 ? { candidates } : {});
  };

  const candidatesFor = (way: Extract<Walk, { arrived: false }>, wanted: string): string[] => {
    const { realPath } = way.directory;
    if (scope.judge(realPath, 'read') !== 'allowed') return [];
    const shown = way.rest.length === 0 && way.aliases.length === 0 ? dirname(wanted) : realPath;
    return nearNames(platform, way.directory, way.name)
      .filter((name) => scope.judge(join(realPath, name), 'read') === 'allowed')
      .map((name) => join(shown, name))
      .slice(0, 3);
  };

  const demandAllowed = (realPath: string, wanted: string, access: Access): void => {
    if (scope.judge(realPath, access) !== 'allowed') throw accessDenied(wanted);
    if (realPath === wanted) return;
    const way = walk(platform, wanted);
    platform.release(way.arrived ? way.pin : way.directory);
    demandNames([wanted, ...way.aliases], wanted, access);
  };

  /** Every name that leads to a file must be allowed to; the kernel's own doors to open files never are. */
  const demandNames = (names: readonly string[], wanted: string, access: Access): void => {
    for (const name of names) {
      if (scope.deniesName(name, access)) throw accessDenied(wanted);
      if (/^\/(?:proc|dev)\//.test(name) && scope.judge(name, access) === 'outside') throw accessDenied(wanted);
    }
  };

  const target = (path: string): Target => {
    const wanted = checkedPath(path);
    if (endsInSeparator(path))
      throw new ToolError('IS_DIRECTORY', `Cannot write "${path}": names a directory`, { path });
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const found = existingTarget(wanted) ?? newTarget(wanted);
      if (found !== null) return found;
    }
    throw new ToolError('CONFLICT', `Cannot write "${path}": its directory keeps changing`, { path });
  };

  /** Null where nothing is there (yet), or no longer where it was. */
  const existingTarget = (wanted: string): Target | null => {
    let pin: Pin;
    try {
      pin = existing(wanted, 'write');
    } catch (error) {
      if (error instanceof ToolError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
    const parent = pinParent(pin);
    if (parent !== null) {
      const name = pin.realPath.slice(dirname(pin.realPath).length).replace(/^[/\\]/, '');
      return { realPath: pin.realPath, parent, missing: [], name, existing: pin };
    }
    platform.release(pin);
    return null;
  };

  /** The directory that a pinned thing lies in, if it still lies there. */
  const pinParent = (pin: Pin): Pin | null => {
    const way = walk(platform, dirname(pin.realPath));
    if (!way.arrived) {
      platform.release(way.directory);
      return null;
    }
    if (way.aliases.length === 0 && way.pin.stat.isDirectory()) return way.pin;
    platform.release(way.pin);
    return null;
  };

  /** Null where something is there after all. */
  const newTarget = (wanted: string): Target | null => {
    const way = walk(platform, wanted);
    if (way.arrived) {
      platform.release(way.pin);
      return null;
    }
    try {
      const names = [way.name, ...way.rest];
      const realPath = join(way.directory.realPath, ...names);
      if (errnoOf(way.error) !== 'ENOENT' || names.includes('..')) throw explain(way, wanted, 'write');
      demandNames([wanted, ...way.aliases], wanted, 'write');
      if (scope.judge(realPath, 'write') !== 'allowed') throw accessDenied(wanted);
      return { realPath, parent: way.directory, missing: names.slice(0, -1), name: names.at(-1) ?? '', existing: null };
    } catch (error) {
      platform.release(way.directory);
      throw error;
    }
  };

  return { existing, target };
}

/** The absolute path in plain form: no `.`, no `..`, no doubled or trailing separators; nothing is trimmed. */
function checkedPath(path: string): string {
  if (path.includes('\0')) throw new ToolError('INVALID_ARGUMENT', 'Path contains a NUL byte', { path });
  if (/\p{Surrogate}/u.test(path)) throw new ToolError('INVALID_ARGUMENT', 'Path is not well-formed text', { path });
  if (!isAbsolute(path)) throw new ToolError('INVALID_ARGUMENT', `Path "${path}" is not absolute`, { path });
  const plain = normalize(path);
  return plain.length > 1 && plain.endsWith(sep) && dirname(plain) !== plain ? plain.slice(0, -1) : plain;
}

function endsInSeparator(path: string): boolean {
  return path.endsWith('/') || path.endsWith(sep);
}

function accessDenied(path: string): ToolError {
  return new ToolError('ACCESS_DENIED', `Access denied: "${path}" is not in an allowed directory or is denied`, {
    path,
  });
}

function notADirectory(path: string): ToolError {
  return new ToolError('NOT_DIRECTORY', `Cannot open "${path}": not a directory`, { path });
}
