import { type BigIntStats, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { changedMeanwhile, statAt } from '../descriptors/file-update.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { systemError } from '../errors/errno.ts';
import { fingerprintOf, isSame } from './fingerprint.ts';
import type { ReadyStep } from './step.ts';

/** Names in pinned directories. */
export interface Names {
  readonly from: string;
  readonly to: string;
}

/** Replaces what has the new name. @throws the system's error */
export function rename(platform: Platform, directory: Pin, { from, to }: Names): void {
  platform.within(directory, (at) => renameSync(at(from), at(to)));
}

/**
 * Gives an entry a name in another directory, or in the same.
 * @throws the system's error; ToolError `CONFLICT` if the name leads to something else than it was to replace
 */
export function shift(
  platform: Platform,
  { directory, into, was }: Pick<ReadyStep, 'directory' | 'into' | 'was'>,
  { from, to }: Names,
): void {
  const [one, other] = [statOf(platform, directory, from), statOf(platform, into, to)];
  const isOneFile = one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
  // Nobody keeps what has come there since it was kept.
  const isExpected = other === null || isOneFile || (was !== null && isSame(fingerprintOf(other), was));
  if (!isExpected) throw changedMeanwhile('change', join(into.realPath, to));
  // Of two names of one file, rename(2) takes none.
  if (isOneFile && one.nlink > 1n) platform.within(directory, (at) => unlinkSync(at(from)));
  else renameBetween(platform, { directory, into }, { from, to });
}

function renameBetween(
  platform: Platform,
  { directory, into }: Pick<ReadyStep, 'directory' | 'into'>,
  names: Names,
): void {
  if (directory.stat.ino === into.stat.ino && directory.stat.dev === into.stat.dev) rename(platform, into, names);
  else if (platform.between === null) throw systemError('EXDEV', 'EXDEV: cannot rename from one directory to another');
  else platform.between(directory, into, (at, atInto) => renameSync(at(names.from), atInto(names.to)));
}

/** Links are not followed; null if nothing has the name. */
export function statOf(platform: Platform, directory: Pin, name: string): BigIntStats | null {
  return platform.within(directory, (at) => statAt(at(name)));
}
