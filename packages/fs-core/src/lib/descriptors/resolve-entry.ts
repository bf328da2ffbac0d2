import { basename, dirname, join } from 'node:path';
import { afterwards, orUndo } from '../errors/best-effort.ts';
import { errnoOf, systemError } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { claimsDirectory, normalizePath } from '../paths/normalize-path.ts';
import { isAllowedPath, isAllowedPin, isAt } from './allowed-pin.ts';
import type { AllowedPin, Pin } from './platform.ts';
import {
  accessDenied,
  assertNames,
  type Confinement,
  type PathRequest,
  pinPlainly,
  type StoppedWalk,
  stoppedError,
} from './resolve-existing.ts';
import { assertNewNames, releaseTarget, type Target, targetToMake } from './resolve-target.ts';
import { areSpellings } from './system-spelling.ts';
import { walk } from './walk.ts';

/**
 * Finds a name itself, for what removes or moves it: a link that has the name is not followed, those on the way are. The
 * caller releases both pins.
 * @throws ToolError as `Volume.remove`
 */
export function resolveEntry(confinement: Confinement, given: string): Target {
  const asked: PathRequest = { path: normalizePath(given), access: 'write' };
  const { platform, scope } = confinement;
  // A root is the tree itself, and no entry in one.
  if (dirname(asked.path) === asked.path) throw accessDenied(scope, asked);
  const target = entryIn(confinement, asked);
  const isFile = target.existing?.stat.isDirectory() === false;
  if (!scope.roots.includes(target.realPath) && !(isFile && claimsDirectory(given))) return target;
  releaseTarget(platform, target);
  if (scope.roots.includes(target.realPath)) throw accessDenied(scope, asked);
  throw new ToolError({ code: 'NOT_DIRECTORY', path: given }, `Cannot use "${given}": not a directory`);
}

/** Something that has a name now. */
export interface ExistingEntry extends Target {
  readonly existing: AllowedPin;
}

/** Resolves like `resolveEntry` an entry that must exist. @throws ToolError as `resolveEntry`, `NOT_FOUND` */
export function resolveExistingEntry(confinement: Confinement, path: string): ExistingEntry {
  const target = resolveEntry(confinement, path);
  const { existing, parent, missing, name } = target;
  if (existing !== null) return { ...target, existing };
  const [first = name, ...rest] = [...missing, name];
  const stopped = stoppedAt({ parent, name: first, aliases: [] }, systemError('ENOENT'), rest);
  using _ = afterwards(() => confinement.platform.release(parent));
  throw stoppedError(confinement, stopped, { path: normalizePath(path), access: 'read' });
}

function entryIn(confinement: Confinement, asked: PathRequest): Target {
  const { platform, scope } = confinement;
  const above = dirname(asked.path);
  const name = basename(asked.path);
  const plain = pinPlainly(confinement, above);
  if (plain !== null) return judged(confinement, asked, { parent: plain, name, aliases: [] });
  const walked = walk(platform, above, scope.mayPass);
  if (walked.arrived) return judged(confinement, asked, { parent: walked.pin, name, aliases: walked.aliases });
  return targetToMake(confinement, { ...walked, rest: [...walked.rest, name] }, asked);
}

interface EntryPlace {
  readonly parent: Pin;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Judges a name before it is looked up. */
function judged(confinement: Confinement, asked: PathRequest, { parent, name, aliases }: EntryPlace): Target {
  const { platform, scope } = confinement;
  const path = join(parent.realPath, name);
  return orUndo(
    () => platform.release(parent),
    () => {
      assertNames(scope, areSpellings(path, asked.path) ? aliases : [asked.path, ...aliases], asked);
      if (!isAllowedPath(scope, path, 'write')) throw accessDenied(scope, asked);
      const existing = pinOrNull(confinement, { parent, name, aliases }, asked);
      if (existing === null) {
        const stopped = stoppedAt({ parent, name, aliases }, systemError('ENOENT'));
        if (!isAllowedPin(scope, parent, 'write')) throw stoppedError(confinement, stopped, asked);
        assertNewNames([name], path, asked);
        return { realPath: path, parent, missing: [], name, existing };
      }
      // If names fold, the system's spelling counts.
      const entry = existing.stat.isSymbolicLink() ? { ...existing, realPath: path } : existing;
      if (isAt(entry, path) || (areSpellings(entry.realPath, path) && isAllowedPin(scope, entry, 'write'))) {
        const { realPath } = entry;
        return { realPath, parent, missing: [], name: basename(realPath), existing: entry };
      }
      platform.release(existing);
      throw accessDenied(scope, asked);
    },
  );
}

function pinOrNull(confinement: Confinement, { parent, name, aliases }: EntryPlace, asked: PathRequest): Pin | null {
  try {
    return confinement.platform.pinEntry(parent, name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw stoppedError(confinement, stoppedAt({ parent, name, aliases }, error), asked);
  }
}

function stoppedAt({ parent, name, aliases }: EntryPlace, error: unknown, rest: readonly string[] = []): StoppedWalk {
  return { arrived: false, directory: parent, name, rest, error, aliases };
}
