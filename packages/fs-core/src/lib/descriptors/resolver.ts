import { basename, dirname, join } from 'node:path';
import { errnoOf, fromErrno, isShortage } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import {
  claimsDirectory,
  invalidPath,
  MAX_PATH_BYTES,
  newNameObjection,
  normalizePath,
  tooLong,
} from '../paths/normalize-path.ts';
import type { Access, Scope } from '../scope/scope.ts';
import type { Pin, Platform } from './platform.ts';
import { similarEntries } from './similar-entries.ts';
import { areSpellings } from './system-spelling.ts';
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

type Stopped = Extract<Walk, { arrived: false }>;

// A directory that is replaced all the time would keep a write looking for its parent forever.
const TRIES = 8;

export function createResolver(platform: Platform, scope: Scope): Resolver {
  const existing = (path: string, access: Access): Pin => {
    const wanted = normalizePath(path);
    const pin = pinStraight(wanted, platform.pin) ?? walkTo(wanted, access);
    try {
      if (!areSpellings(pin.realPath, wanted)) assertNames([wanted], wanted, access);
      if (scope.judge(pin.realPath, access) !== 'allowed') throw accessDenied(wanted, scope.roots);
      if (claimsDirectory(path) && !pin.stat.isDirectory()) throw notADirectory(path);
      return pin;
    } catch (error) {
      platform.release(pin);
      throw error;
    }
  };

  /** Pins a path in one step; null where a link was followed or nothing was reached: then each step must be judged. */
  const pinStraight = (wanted: string, pinPath: Platform['pin']): Pin | null => {
    if (pinPath === null) return null;
    try {
      const pin = pinPath(wanted);
      if (pin.realPath === wanted || pin.realPath === scope.throughRoot(wanted)) return pin;
      platform.release(pin);
      return null;
    } catch (error) {
      if (errnoOf(error) === null) throw error;
      return null;
    }
  };

  /** Walks the last name only where its directory is reached without links, as most are. */
  const walkShortly = (wanted: string): Walk => {
    const name = basename(wanted);
    const directory = name === '' ? null : pinPlainly(dirname(wanted));
    if (directory === null) return walk(platform, wanted, scope.mayPass);
    try {
      const entry = platform.pinEntry(directory, name);
      platform.release(directory);
      if (!entry.stat.isSymbolicLink()) return { arrived: true, pin: entry, aliases: [] };
      platform.release(entry);
    } catch (error) {
      return { arrived: false, directory, name, rest: [], error, aliases: [] };
    }
    return walk(platform, wanted, scope.mayPass);
  };

  /** Pins a directory whose path is its real one; null for anything else. */
  const pinPlainly = (path: string, pinPath = platform.pin): Pin | null => {
    const pin = pinStraight(path, pinPath);
    if (pin === null || (pin.realPath === path && pin.stat.isDirectory())) return pin;
    platform.release(pin);
    return null;
  };

  const walkTo = (wanted: string, access: Access): Pin => {
    const way = walkShortly(wanted);
    if (way.arrived) {
      try {
        assertNames(way.aliases, wanted, access);
        return way.pin;
      } catch (error) {
        platform.release(way.pin);
        throw error;
      }
    }
    try {
      throw explain(way, wanted, access);
    } finally {
      platform.release(way.directory);
    }
  };

  /** The error for a walk that stopped; it never tells what lies at a place that is not allowed. */
  const explain = (way: Stopped, wanted: string, access: Access): unknown => {
    // Of no path in particular, and so nothing that a denied one would give away.
    if (isShortage(errnoOf(way.error))) return fromErrno(way.error, 'open', wanted);
    assertNames([wanted, ...way.aliases], wanted, access);
    const place = join(way.directory.realPath, way.name);
    if (scope.judge(place, access) !== 'allowed' && !isOnTheWay(place, way, access))
      return accessDenied(wanted, scope.roots);
    const candidates = access === 'read' && errnoOf(way.error) === 'ENOENT' ? candidatesFor(way) : [];
    return fromErrno(way.error, 'open', wanted, candidates.length > 0 ? { candidates } : {});
  };

  /** Whether a place lies above a root, into which the names after it would have led. */
  const isOnTheWay = (place: string, { aliases, rest }: Stopped, access: Access): boolean =>
    aliases.length === 0 && scope.mayPass(place) && scope.judge(join(place, ...rest), access) === 'allowed';

  const candidatesFor = (way: Stopped): string[] => {
    const { realPath } = way.directory;
    if (scope.judge(realPath, 'read') !== 'allowed') return [];
    return similarEntries(platform, way.directory, way.name)
      .filter((name) => scope.judge(join(realPath, name), 'read') === 'allowed')
      .map((name) => join(realPath, name))
      .slice(0, 3);
  };

  /** Refuses a file to which a denied name leads, or a path through /proc or /dev that no root contains. */
  const assertNames = (names: readonly string[], wanted: string, access: Access): void => {
    for (const name of names) {
      if (scope.deniesName(name, access)) throw accessDenied(wanted, scope.roots);
      if (/^\/(?:proc|dev)\//.test(name) && scope.judge(name, access) === 'outside')
        throw accessDenied(wanted, scope.roots);
    }
  };

  const target = (path: string): Target => {
    const wanted = normalizePath(path);
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const found = existingTarget(wanted) ?? newTarget(wanted);
      if (found === null) continue;
      if (!claimsDirectory(path)) return found;
      releaseTarget(platform, found);
      throw namesADirectory(path);
    }
    throw new ToolError('CONFLICT', `Cannot write "${path}": its directory keeps changing`, { path });
  };

  /** Null where nothing is there (yet), or no longer where it was. */
  const existingTarget = (wanted: string): Target | null => {
    const pin = existingOrNull(wanted);
    if (pin === null) return null;
    try {
      const parent = pinParent(pin);
      const name = pin.realPath.slice(dirname(pin.realPath).length).replace(/^[/\\]/, '');
      if (parent !== null) return { realPath: pin.realPath, parent, missing: [], name, existing: pin };
    } catch (error) {
      platform.release(pin);
      throw error;
    }
    platform.release(pin);
    return null;
  };

  const existingOrNull = (wanted: string): Pin | null => {
    try {
      return existing(wanted, 'write');
    } catch (error) {
      if (error instanceof ToolError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  };

  /** The directory that a pinned thing lies in, if it still lies there. */
  const pinParent = (pin: Pin): Pin | null => {
    const plain = pinPlainly(dirname(pin.realPath), platform.pinDirectory);
    if (plain !== null) return plain;
    const way = walk(platform, dirname(pin.realPath), scope.mayPass);
    const parent = way.arrived ? way.pin : way.directory;
    if (way.arrived && way.aliases.length === 0 && parent.stat.isDirectory()) return parent;
    platform.release(parent);
    return null;
  };

  /** Null where something is there after all. */
  const newTarget = (wanted: string): Target | null => {
    const way = walkShortly(wanted);
    if (way.arrived) {
      platform.release(way.pin);
      return null;
    }
    try {
      const { realPath, missing, name } = placeOf(way, wanted);
      return { realPath, parent: way.directory, missing, name, existing: null };
    } catch (error) {
      platform.release(way.directory);
      throw error;
    }
  };

  /** Where a walk that stopped at a missing name would have led. @throws ToolError where that may not be made */
  const placeOf = (way: Stopped, wanted: string): { realPath: string; missing: string[]; name: string } => {
    const names = [way.name, ...way.rest];
    const realPath = join(way.directory.realPath, ...names);
    // A root that was moved away is not made again: its parent lies outside the roots.
    const canBeMade = errnoOf(way.error) === 'ENOENT' && !names.includes('..');
    if (!canBeMade || scope.judge(way.directory.realPath, 'write') !== 'allowed') throw explain(way, wanted, 'write');
    assertNames(areSpellings(realPath, wanted) ? way.aliases : [wanted, ...way.aliases], wanted, 'write');
    if (scope.judge(realPath, 'write') !== 'allowed') throw accessDenied(wanted, scope.roots);
    const objection = names.map(newNameObjection).find((reason) => reason !== null) ?? null;
    if (objection !== null) throw invalidPath(wanted, objection);
    // It could be made name by name, but then nobody could open it.
    if (Buffer.byteLength(realPath) >= MAX_PATH_BYTES) throw tooLong(wanted);
    return { realPath, missing: names.slice(0, -1), name: names.at(-1) ?? '' };
  };

  return { existing, target };
}

export function releaseTarget(platform: Platform, { parent, existing }: Target): void {
  platform.release(parent);
  if (existing !== null) platform.release(existing);
}

function accessDenied(path: string, allowed: readonly string[]): ToolError {
  const message = `Access denied: "${path}" is not in an allowed directory or is denied`;
  return new ToolError('ACCESS_DENIED', message, { path, allowed });
}

function notADirectory(path: string): ToolError {
  return new ToolError('NOT_DIRECTORY', `Cannot open "${path}": not a directory`, { path });
}

function namesADirectory(path: string): ToolError {
  return new ToolError('IS_DIRECTORY', `Cannot write "${path}": names a directory`, { path });
}
