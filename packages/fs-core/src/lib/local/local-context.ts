import { resolve } from 'node:path';
import { type NewModes, PRIVATE_MODES, SHARED_MODES } from '../descriptors/attributes.ts';
import { choosePlatform, type Platform } from '../descriptors/platform.ts';
import type { CarryAttributes } from '../descriptors/xattrs.ts';
import type { Log } from '../errors/log.ts';
import { createKeyedQueue } from '../lock/queue.ts';
import { isCaseInsensitive } from '../paths/case-sensitivity.ts';
import { denyGlobs, resolvedAsFarAs } from '../paths/deny-globs.ts';
import { homeDirectory } from '../paths/home-directory.ts';
import { ownPlaces } from '../paths/own-places.ts';
import { contains, createScope } from '../paths/scope.ts';
import type { TakeFlock } from '../transaction/cluster-locks.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import type { Recorder } from '../transaction/recorder.ts';
import type { HiddenFiles } from './hidden-files.ts';
import { assertDirectory } from './local-directories.ts';
import { type LockMode, locksFor, locksOf, recordPlaceFor, recordPlacesOf, sharedPlaces } from './locks-of.ts';

/** The trees that a local volume may touch, and how it reads and writes. */
export interface LocalVolumeOptions {
  /** Absolute paths of existing directories: the only trees that may be touched. */
  readonly allow: readonly string[];
  /** Globs of what is denied, whatever is allowed. */
  readonly deny?: readonly string[];
  /** True if the built-in deny list holds, too. Default true. */
  readonly builtinDeny?: boolean;
  /** True if a write is on the disk before it is reported. Default true. */
  readonly fsync?: boolean;
  /** Directories in which new files and directories are the user's alone: modes 0600 and 0700 in place of 0644 and 0755. */
  readonly privateTrees?: readonly string[];
  /** The writers that are kept apart. Default `auto`. */
  readonly locks?: LockMode;
  /** Takes flock(2); without it nothing is written if locks must reach further than this machine. */
  readonly takeFlock?: TakeFlock;
  /** Copies the attributes of a replaced file that Node has no calls for; without it they are lost silently. */
  readonly carryAttributes?: CarryAttributes;
  /** Records what calls of tools change. Default: no record. */
  readonly recorder?: Recorder | null;
  /** True if changes that killed processes left half done are taken back or finished. Default true. */
  readonly recovers?: boolean;
  /** Files that stay hidden from the commands of a session. Default: none but those of this volume. */
  readonly hidden?: HiddenFiles;
  /** Told of transactions that ended in the middle, and of what became of them. Default: no log. */
  readonly log?: Log;
  /** The way in which paths are resolved; by default the strongest one that works here. */
  readonly platform?: Platform;
}

/** The trees of a local volume, and all that changes in them need. @throws ToolError as `openLocalVolume` */
export function localContext(options: LocalVolumeOptions): TransactionContext {
  const given = options.allow.map((path) => [resolve(path), assertDirectory(path)] as const);
  const roots = [...new Set(given.map(([, root]) => root))];
  const rootNames = new Map(given.filter(([name, root]) => name !== root));
  const { deny = [], builtinDeny = true, fsync = true, recovers = true } = options;
  const { carryAttributes, log = () => undefined } = options;
  const platform = options.platform ?? choosePlatform();
  const { locks: mode = 'auto', takeFlock = null } = options;
  const lockedRoots = roots.map((root) => locksOf(root, { platform, mode, takeFlock }));
  const recorder = options.recorder ?? null;
  const home = homeDirectory();
  const homes = home === null ? [] : [home, resolvedAsFarAs(home)];
  return {
    platform,
    scope: createScope({
      roots,
      rootNames,
      homes,
      deny: [...denyGlobs(deny), ...(builtinDeny ? ownPlaces() : []), ...sharedPlaces(lockedRoots)],
      builtinDeny,
      isCaseInsensitive,
    }),
    settings: { durable: fsync, carryAttributes, newModes: newModesIn(options) },
    locksFor: (realPath) => locksFor(lockedRoots, realPath),
    writers: createKeyedQueue(),
    recovers,
    recordPlaces: recordPlacesOf(lockedRoots, recorder),
    recordPlaceFor: (realPaths) => recordPlaceFor(lockedRoots, realPaths),
    unfinished: new Map(),
    recorder,
    log,
  };
}

function newModesIn({ privateTrees = [] }: LocalVolumeOptions): (realPath: string) => NewModes {
  const trees = privateTrees.map(resolvedAsFarAs);
  return (realPath) => (trees.some((tree) => contains(tree, realPath)) ? PRIVATE_MODES : SHARED_MODES);
}
