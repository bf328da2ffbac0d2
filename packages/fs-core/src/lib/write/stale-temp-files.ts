import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { removeQuietly } from '../errors/best-effort.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { ownerInTempFileName, tempFileName } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';

// A leftover of another machine or container can only be judged by its age.
const UNKNOWN_OWNER_AGE_MS = 24 * 60 * 60 * 1000;

/** A name for a temporary file that tells who made it and that nobody else picks. */
export function newTempFileName(): string {
  return tempFileName(currentOwner(), uniqueSuffix());
}

// Large directories: sweep at most 2 % of the time (after a sweep of n ms, none for 50 n ms).
const MANY_NAMES = 1000;
const REST_FACTOR = 50;
const LONGEST_REST_MS = 5000;

/** When such a directory may be swept again, as `performance.now()`, by inode. */
const resting = new Map<bigint, number>();

/**
 * Removes temporary files of killed processes from a directory. One that cannot be removed stays, and fails no write.
 * @returns whether it could be told that no other process's temporary file was there
 */
export function removeStaleTempFiles(platform: Platform, directory: Pin): boolean {
  const inode = directory.stat.ino;
  const start = performance.now();
  if (start < (resting.get(inode) ?? 0)) return false;
  resting.delete(inode);
  const names = namesIn(platform, directory);
  const others = leftoversOfOthers(names ?? []);
  if (others.length > 0) removeAbandoned(platform, directory, others);
  if (names !== null && names.length > MANY_NAMES) {
    const end = performance.now();
    resting.set(inode, end + Math.min(LONGEST_REST_MS, REST_FACTOR * (end - start)));
  }
  return names !== null && others.length === 0;
}

/** Null if the directory may be written to but not read. */
function namesIn(platform: Platform, directory: Pin): string[] | null {
  try {
    return platform.within(directory, (at) => readdirSync(at('.')));
  } catch {
    return null;
  }
}

interface Leftover {
  readonly name: string;
  /** Of the process that made it. */
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

function isAbandoned(owner: string, path: string): boolean {
  const liveness = livenessOf(owner);
  if (liveness === 'alive') return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  return liveness === 'dead' || Date.now() - stat.mtimeMs > UNKNOWN_OWNER_AGE_MS;
}
