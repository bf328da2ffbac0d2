import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { claimsDirectory, normalizePath } from '../paths/normalize-path.ts';
import type { Pin } from './platform.ts';
import {
  type Asked,
  accessDenied,
  assertNames,
  type Confinement,
  pinPlainly,
  type Stopped,
  stoppedError,
} from './resolve-existing.ts';
import { namesToMake, releaseTarget, type Target } from './resolve-target.ts';
import { areSpellings } from './system-spelling.ts';
import { walk } from './walk.ts';

/**
 * Finds a name itself, for what removes or moves it: a link that has the name is not followed, those on the way are. The
 * caller releases both pins.
 * @throws ToolError as `Volume.remove`
 */
export function resolveEntry(confinement: Confinement, given: string): Target {
  const asked: Asked = { path: normalizePath(given), access: 'write' };
  const { platform, scope } = confinement;
  // A root is where a tree begins: it is not a thing in a tree.
  if (dirname(asked.path) === asked.path) throw accessDenied(scope, asked);
  const target = entryIn(confinement, asked);
  try {
    if (scope.roots.includes(target.realPath)) throw accessDenied(scope, asked);
    if (claimsDirectory(given) && target.existing?.stat.isDirectory() === false) {
      throw new ToolError({ code: 'NOT_DIRECTORY', path: given }, `Cannot use "${given}": not a directory`);
    }
    return target;
  } catch (error) {
    releaseTarget(platform, target);
    throw error;
  }
}

/** The error for a name that is to be there, and is not. */
export function missingEntry(confinement: Confinement, { parent, name, missing }: Target, path: string): unknown {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  const [first = name, ...rest] = [...missing, name];
  const stopped: Stopped = { arrived: false, directory: parent, name: first, rest, error, aliases: [] };
  return stoppedError(confinement, stopped, { path: normalizePath(path), access: 'read' });
}

function entryIn(confinement: Confinement, asked: Asked): Target {
  const { platform, scope } = confinement;
  const above = dirname(asked.path);
  const name = basename(asked.path);
  const plain = pinPlainly(confinement, above);
  if (plain !== null) return judged(confinement, asked, { parent: plain, name, aliases: [] });
  const walked = walk(platform, above, scope.mayPass);
  if (walked.arrived) return judged(confinement, asked, { parent: walked.pin, name, aliases: walked.aliases });
  try {
    const names = namesToMake(confinement, { ...walked, rest: [...walked.rest, name] }, asked);
    const realPath = join(walked.directory.realPath, ...names);
    return { realPath, parent: walked.directory, missing: names.slice(0, -1), name, existing: null };
  } catch (error) {
    platform.release(walked.directory);
    throw error;
  }
}

interface Found {
  readonly parent: Pin;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Judges a name before anything tells whether it is there. */
function judged(confinement: Confinement, asked: Asked, { parent, name, aliases }: Found): Target {
  const { platform, scope } = confinement;
  try {
    const path = join(parent.realPath, name);
    assertNames(scope, areSpellings(path, asked.path) ? aliases : [asked.path, ...aliases], asked);
    if (scope.judge(path, 'write') !== 'allowed') throw accessDenied(scope, asked);
    const existing = pinOrNull(confinement, { parent, name, aliases }, asked);
    if (existing === null) {
      const stopped: Stopped = { arrived: false, directory: parent, name, rest: [], error: noEntry(), aliases };
      namesToMake(confinement, stopped, asked);
      return { realPath: path, parent, missing: [], name, existing };
    }
    // Where names fold, the system's spelling counts.
    const realPath = existing.stat.isSymbolicLink() ? path : existing.realPath;
    if (areSpellings(realPath, path) && scope.judge(realPath, 'write') === 'allowed') {
      return { realPath, parent, missing: [], name: basename(realPath), existing };
    }
    platform.release(existing);
    throw accessDenied(scope, asked);
  } catch (error) {
    platform.release(parent);
    throw error;
  }
}

function pinOrNull(confinement: Confinement, { parent, name, aliases }: Found, asked: Asked): Pin | null {
  try {
    return confinement.platform.pinEntry(parent, name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw stoppedError(confinement, { arrived: false, directory: parent, name, rest: [], error, aliases }, asked);
  }
}

function noEntry(): NodeJS.ErrnoException {
  return Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
}
