import { opendirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterwards, orNull, orUndo } from '../errors/best-effort.ts';
import { errnoOf, fromErrno, isShortage } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isOwnTempFileName } from '../lock/lock-owner.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { claimsDirectory, normalizePath } from '../paths/normalize-path.ts';
import type { Access, Scope } from '../paths/scope.ts';
import { similarNames } from '../paths/similar-names.ts';
import { isAllowedPath, isAllowedPin } from './allowed-pin.ts';
import type { AllowedPin, Pin, Platform } from './platform.ts';
import { areSpellings } from './system-spelling.ts';
import { type Walk, walk } from './walk.ts';

/** The paths that may be opened, and the means of opening them. */
export interface Confinement {
  readonly platform: Platform;
  readonly scope: Scope;
}

/** A path in its normal form, and what it is asked for. */
export interface PathRequest {
  readonly path: string;
  readonly access: Access;
}

/** A walk that came to its end. */
type Arrived = Extract<Walk, { arrived: true }>;

/** A walk that stopped before its end. */
export type StoppedWalk = Extract<Walk, { arrived: false }>;

/** Pins what is at a path, once its real path was judged. The caller releases the pin. @throws ToolError as `Volume.open` */
export function resolveExisting(confinement: Confinement, given: string, access: Access): AllowedPin {
  const { platform } = confinement;
  const asked: PathRequest = { path: normalizePath(given), access };
  const walked = reach(confinement, asked.path);
  if (!walked.arrived) {
    using _ = afterwards(() => platform.release(walked.directory));
    throw stoppedError(confinement, walked, asked);
  }
  const pin = allowedPin(confinement, walked, asked);
  if (!claimsDirectory(given) || pin.stat.isDirectory()) return pin;
  platform.release(pin);
  throw new ToolError({ code: 'NOT_DIRECTORY', path: given }, `Cannot open "${given}": not a directory`);
}

/** Follows a path to its end, or as far as it leads. */
export function reach(confinement: Confinement, path: string): Walk {
  const pin = pinStraight(confinement, path);
  return pin === null ? tryFastWalk(confinement, path) : { arrived: true, pin, aliases: [] };
}

/** Judges what a path led to; releases it if it is not allowed. @throws ToolError `ACCESS_DENIED` */
export function allowedPin(
  { platform, scope }: Confinement,
  { pin, aliases }: Arrived,
  asked: PathRequest,
): AllowedPin {
  return orUndo(
    () => platform.release(pin),
    () => {
      assertNames(scope, areSpellings(pin.realPath, asked.path) ? aliases : [asked.path, ...aliases], asked);
      if (!isAllowedPin(scope, pin, asked.access)) throw accessDenied(scope, asked);
      return pin;
    },
  );
}

/** Pins a path in one step; null if a link was followed or nothing was reached: then each step must be judged. */
function pinStraight({ platform, scope }: Confinement, path: string): Pin | null {
  const pin = orNull(() => platform.pin?.(path));
  if (pin === null || pin.realPath === path || pin.realPath === scope.throughRoot(path)) return pin;
  platform.release(pin);
  return null;
}

/** Pins a directory whose path is its real one; null for anything else. */
export function pinPlainly(confinement: Confinement, path: string): Pin | null {
  const pin = pinStraight(confinement, path);
  if (pin === null || (pin.realPath === path && pin.stat.isDirectory())) return pin;
  confinement.platform.release(pin);
  return null;
}

/** Fast path of `walk`: if the path of the directory is its real one, as most are, only the last name is opened. */
function tryFastWalk(confinement: Confinement, path: string): Walk {
  const { platform, scope } = confinement;
  const name = basename(path);
  const directory = name === '' ? null : pinPlainly(confinement, dirname(path));
  if (directory === null) return walk(platform, path, scope.mayPass);
  try {
    const entry = platform.pinEntry(directory, name);
    platform.release(directory);
    if (!entry.stat.isSymbolicLink()) return { arrived: true, pin: entry, aliases: [] };
    platform.release(entry);
  } catch (error) {
    return { arrived: false, directory, name, rest: [], error, aliases: [] };
  }
  return walk(platform, path, scope.mayPass);
}

/** The error for a walk that stopped; it never discloses what lies at a path that is not allowed. */
export function stoppedError(confinement: Confinement, stopped: StoppedWalk, asked: PathRequest): unknown {
  const { scope } = confinement;
  // EMFILE and ENFILE say nothing about a path, so they give nothing away.
  if (isShortage(errnoOf(stopped.error))) return fromErrno(stopped.error, 'open', asked.path);
  assertNames(scope, [asked.path, ...stopped.aliases], asked);
  const end = join(stopped.directory.realPath, stopped.name);
  if (!isAllowedPath(scope, end, asked.access) && !leadsIntoRoot(scope, stopped, asked.access))
    return accessDenied(scope, asked);
  const isMissing = asked.access === 'read' && errnoOf(stopped.error) === 'ENOENT';
  const candidates = isMissing ? candidatesFor(confinement, stopped) : [];
  return candidates.length > 0 ? notFound(asked.path, candidates) : fromErrno(stopped.error, 'open', asked.path);
}

function notFound(path: string, candidates: readonly string[]): ToolError {
  const failure = { code: 'NOT_FOUND', path, errno: 'ENOENT', action: 'open', candidates } as const;
  return new ToolError(failure, `Cannot open "${path}": no such file or directory`);
}

/** True if the walk stopped above a root and the remaining names lead into it. */
function leadsIntoRoot(scope: Scope, { directory, name, aliases, rest }: StoppedWalk, access: Access): boolean {
  const end = join(directory.realPath, name);
  return aliases.length === 0 && scope.mayPass(end) && isAllowedPath(scope, join(end, ...rest), access);
}

const MAX_ENTRIES = 5_000;

/** Paths that the last name may have stood for, nearest first. */
function candidatesFor({ platform, scope }: Confinement, { directory, name }: StoppedWalk): string[] {
  const { realPath } = directory;
  if (!isAllowedPath(scope, realPath, 'read')) return [];
  const names = orNull(() => platform.within(directory, (at) => namesIn(at('.')))) ?? [];
  if (names.length > MAX_ENTRIES) return [];
  // Names that are not UTF-8 are not decoded here.
  const askable = names.filter((entry) => !isOwnTempFileName(entry) && !entry.includes('\uFFFD'));
  return similarNames(name, askable)
    .map((similar) => join(realPath, similar))
    .filter((path) => isAllowedPath(scope, path, 'read'))
    .slice(0, 3);
}

/** The names in a directory, and no more of them than tell that there are too many: all of them can take a second. */
function namesIn(path: SystemPath): string[] {
  const directory = opendirSync(path, { bufferSize: 1024 });
  using _ = afterwards(() => directory.closeSync());
  const names: string[] = [];
  while (names.length <= MAX_ENTRIES) {
    const entry = directory.readSync();
    if (entry === null) break;
    names.push(entry.name);
  }
  return names;
}

/** Refuses a file to which a denied name leads, or a path through /proc or /dev that no root contains. */
export function assertNames(scope: Scope, names: readonly string[], asked: PathRequest): void {
  const { access } = asked;
  for (const name of names) {
    const isSystems = /^\/(?:proc|dev)\//.test(name) && scope.judge(name, access) === 'outside';
    if (scope.deniesName(name, access) || isSystems) throw accessDenied(scope, asked);
  }
}

export function accessDenied({ roots }: Scope, { path }: Pick<PathRequest, 'path'>): ToolError {
  const message = `Access denied: "${path}" is not in an allowed directory or is denied`;
  return new ToolError({ code: 'ACCESS_DENIED', path, allowed: roots }, message);
}
