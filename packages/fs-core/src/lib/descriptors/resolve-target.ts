import { basename, dirname, join } from 'node:path';
import { orUndo } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { excerpt } from '../errors/excerpt.ts';
import { ToolError } from '../errors/tool-error.ts';
import {
  assertPathLength,
  claimsDirectory,
  invalidPath,
  newNameObjection,
  normalizePath,
} from '../paths/normalize-path.ts';
import type { RealPath } from '../volume/open-entry.ts';
import { isAllowedPath, isAllowedPin } from './allowed-pin.ts';
import type { AllowedPin, Pin, Platform } from './platform.ts';
import {
  accessDenied,
  allowedPin,
  assertNames,
  type Confinement,
  type PathRequest,
  pinPlainly,
  reach,
  type StoppedWalk,
  stoppedError,
} from './resolve-existing.ts';
import { areSpellings } from './system-spelling.ts';
import { walk } from './walk.ts';

/** The place that a write goes to: a pinned directory, the directories still to be made in it, and the file's name. */
export interface Target {
  /** Path of the file, which may not exist yet. */
  readonly realPath: RealPath;
  readonly parent: Pin;
  /** Directories to make below `parent`, in order. */
  readonly missing: readonly string[];
  readonly name: string;
  /** The entry that has the name now. */
  readonly existing: AllowedPin | null;
}

// A directory that is replaced all the time would keep a write looking for its parent forever.
const TRIES = 8;

/** Finds where a directory is, or is to be made. The caller releases both pins. @throws ToolError as `Volume.makeDirectory` */
export function resolveDirectory(confinement: Confinement, given: string): Target {
  return findTarget(confinement, given);
}

/** Finds where a write to a path goes. The caller releases both pins. @throws ToolError as `Volume.update` */
export function resolveTarget(confinement: Confinement, given: string): Target {
  const found = findTarget(confinement, given);
  if (!claimsDirectory(given)) return found;
  releaseTarget(confinement.platform, found);
  throw new ToolError({ code: 'IS_DIRECTORY', path: given }, `Cannot write "${given}": names a directory`);
}

function findTarget(confinement: Confinement, given: string): Target {
  const asked: PathRequest = { path: normalizePath(given), access: 'write' };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const walked = reach(confinement, asked.path);
    if (!walked.arrived) return targetToMake(confinement, walked, asked);
    const found = existingTarget(confinement, allowedPin(confinement, walked, asked));
    if (found !== null) return found;
  }
  throw new ToolError(
    { code: 'CONFLICT', problem: 'directory', path: given },
    `Cannot write "${given}": its directory keeps changing`,
  );
}

export function releaseTarget(platform: Platform, { parent, existing }: Target): void {
  platform.release(parent);
  if (existing !== null) platform.release(existing);
}

/** The directories to be made for a target, outermost first. */
export function missingDirectories({ parent, missing }: Target): string[] {
  let path: string = parent.realPath;
  return missing.map((name) => {
    path = join(path, name);
    return path;
  });
}

/** Null if what is pinned is no longer where it was. */
function existingTarget(confinement: Confinement, pin: AllowedPin): Target | null {
  const { platform } = confinement;
  const { realPath } = pin;
  const release = (): void => platform.release(pin);
  const parent = orUndo(release, () => pinParent(confinement, pin));
  if (parent !== null) return { realPath, parent, missing: [], name: basename(realPath), existing: pin };
  release();
  return null;
}

/** The directory of what is pinned, if it still lies there. */
function pinParent(confinement: Confinement, pin: Pin): Pin | null {
  const { platform, scope } = confinement;
  const plain = pinPlainly(confinement, dirname(pin.realPath));
  if (plain !== null) return plain;
  const walked = walk(platform, dirname(pin.realPath), scope.mayPass);
  const parent = walked.arrived ? walked.pin : walked.directory;
  if (walked.arrived && walked.aliases.length === 0 && parent.stat.isDirectory()) return parent;
  platform.release(parent);
  return null;
}

/** The place where a walk stopped, as a target; releases what it reached if nothing may be made there. */
export function targetToMake(confinement: Confinement, stopped: StoppedWalk, asked: PathRequest): Target {
  const { directory: parent } = stopped;
  const { names, realPath } = orUndo(
    () => confinement.platform.release(parent),
    () => namesToMake(confinement, stopped, asked),
  );
  return { realPath, parent, missing: names.slice(0, -1), name: names.at(-1) ?? '', existing: null };
}

/** Names that a walk did not find, and that are to be made. */
interface NewNames {
  /** Outermost first. */
  readonly names: readonly string[];
  /** Path of the last one. */
  readonly realPath: RealPath;
}

/** The names that a walk did not find, which are to be made. @throws ToolError if they may not be */
function namesToMake(confinement: Confinement, stopped: StoppedWalk, asked: PathRequest): NewNames {
  const { scope } = confinement;
  const { path, access } = asked;
  const names = [stopped.name, ...stopped.rest];
  const realPath = join(stopped.directory.realPath, ...names);
  // A root that was moved away is not made again: its parent lies outside the roots.
  const canBeMade = errnoOf(stopped.error) === 'ENOENT' && !names.includes('..');
  if (!canBeMade || !isAllowedPin(scope, stopped.directory, access)) {
    throw stoppedError(confinement, stopped, asked);
  }
  assertNames(scope, areSpellings(realPath, path) ? stopped.aliases : [path, ...stopped.aliases], asked);
  if (!isAllowedPath(scope, realPath, access)) throw accessDenied(scope, asked);
  assertNewNames(names, realPath, asked);
  return { names, realPath };
}

// Each is made and held in one go, and the deeper it lies the longer that takes.
const MOST_NEW_NAMES = 200;

/** @param realPath of the last of the names @throws ToolError `INVALID_ARGUMENT` if they cannot be made */
export function assertNewNames(names: readonly string[], realPath: string, { path }: Pick<PathRequest, 'path'>): void {
  if (names.length > MOST_NEW_NAMES) throw invalidPath(excerpt(path, 1_000), 'too-deep');
  const objection = names.map(newNameObjection).find((reason) => reason !== null) ?? null;
  if (objection !== null) throw invalidPath(path, objection);
  // It could be made name by name, but then no program could open it.
  assertPathLength(realPath, path);
}
