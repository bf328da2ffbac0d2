import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { attempt, orNull, removeQuietly } from '../errors/best-effort.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { keptName, ownerInTempFileName, tempFileName } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { createBoundedMap } from './bounded-map.ts';
import { identityAt, identityOf, type StatIdentity } from './file-identity.ts';
import type { Pin, Platform } from './platform.ts';

// A leftover of another machine or container can only be judged by its age.
const UNKNOWN_OWNER_AGE_MS = 24 * 60 * 60 * 1000;

/** A name for a temporary file that names its owner and that no other process picks. */
export function newTempFileName(): string {
  return tempFileName(currentOwner(), uniqueSuffix());
}

/** A name for what a transaction replaces. */
export function newKeptName(): string {
  return keptName(currentOwner(), uniqueSuffix());
}

const REMEMBERED = 100;
// A leftover that appears during a write of this process goes unnoticed, since that write changes the state too.
const MAX_AGE_MS = 1000;

// Large directories: sweep at most 2 % of the time (after a sweep of n ms, none for 50 n ms).
const MANY_NAMES = 1000;
const REST_FACTOR = 50;
const LONGEST_REST_MS = 5000;

/** Result of the last sweep of a directory; times as `performance.now()`. */
interface Sweep {
  readonly at: number;
  /** No sweep before. */
  readonly restsUntil: number;
  /** True if no other process's temporary file was there. */
  readonly foundNone: boolean;
  /** The directory after our last write, if it shows every later change. */
  clean: StatIdentity | null;
}

/** The last sweeps, by directory. */
const sweeps = createBoundedMap<string, Sweep>(REMEMBERED);

/** Called once a directory is changed, and at rest again. */
type Remember = () => void;

/** Directories that are being changed: changes that share one sweep it once. */
const inUse = new WeakMap<Pin, Remember>();

/**
 * Removes temporary files of killed processes from a directory that is about to be changed, unless only this process has
 * changed it since the last sweep. One that cannot be removed stays, and fails no write.
 * @returns a function that remembers the directory as clean, to be called after the change
 */
export function removeStaleTempFiles(platform: Platform, directory: Pin): Remember {
  const known = inUse.get(directory);
  if (known !== undefined) return known;
  const remember = sweepIfNeeded(platform, directory);
  inUse.set(directory, remember);
  return remember;
}

function sweepIfNeeded(platform: Platform, directory: Pin): Remember {
  const state = identityOf(directory.stat);
  const now = performance.now();
  const key = state.fileKey;
  const last = sweeps.get(key);
  if (last !== undefined && now < last.restsUntil) return () => undefined;
  const isStill = last?.clean?.isSameState(state) && now - last.at < MAX_AGE_MS;
  const sweep = last !== undefined && isStill ? last : sweepNow(platform, directory);
  sweep.clean = null;
  sweeps.set(key, sweep);
  return () => {
    if (!sweep.foundNone || sweep.clean !== null) return;
    // The write is done: if the directory was moved or removed just now, nothing fails.
    attempt(() => {
      const after = platform.within(directory, (at) => identityAt(at('.')));
      if (after?.isSafeToCache()) sweep.clean = after;
    });
  };
}

function sweepNow(platform: Platform, directory: Pin): Sweep {
  const at = performance.now();
  // Null if the directory may be written to but not read.
  const names = orNull(() => platform.within(directory, (path) => readdirSync(path('.'))));
  const others = leftoversOfOthers(names ?? []);
  if (others.length > 0) removeAbandoned(platform, directory, others);
  const end = performance.now();
  const isLarge = names !== null && names.length > MANY_NAMES;
  const restsUntil = isLarge ? end + Math.min(LONGEST_REST_MS, REST_FACTOR * (end - at)) : end;
  return { at, restsUntil, foundNone: names !== null && others.length === 0, clean: null };
}

interface Leftover {
  readonly name: string;
  /** The process that made it. */
  readonly owner: string;
}

function leftoversOfOthers(names: readonly string[]): Leftover[] {
  const found: Leftover[] = [];
  for (const name of names) {
    const owner = ownerInTempFileName(name);
    if (owner !== null && owner !== currentOwner()) found.push({ name, owner });
  }
  return found;
}

function removeAbandoned(platform: Platform, directory: Pin, leftovers: readonly Leftover[]): void {
  removeQuietly(() =>
    platform.within(directory, (at) => {
      for (const { name, owner } of leftovers) {
        if (isAbandoned(owner, at(name))) removeQuietly(() => unlinkSync(at(name)));
      }
    }),
  );
}

function isAbandoned(owner: string, path: SystemPath): boolean {
  const liveness = livenessOf(owner);
  if (liveness === 'alive') return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  return liveness === 'dead' || Date.now() - stat.mtimeMs > UNKNOWN_OWNER_AGE_MS;
}
