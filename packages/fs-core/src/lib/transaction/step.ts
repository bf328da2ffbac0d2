import { type BigIntStats, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { attempt } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import { systemPath } from '../paths/byte-path.ts';
import { removeEntry } from './remove-entry.ts';

/** What becomes of one name, as the record of intent tells it. Other names are such as lie in the same directory. */
export type StepRecord =
  /** `staged` gets the name; what had it before is kept. */
  | { readonly do: 'put'; readonly path: string; readonly staged: string; readonly kept: string | null }
  /** What has the name is kept, and removed at the end. */
  | { readonly do: 'remove'; readonly path: string; readonly kept: string }
  /** What has the name gets another; what had that one before is kept. */
  | { readonly do: 'shift'; readonly path: string; readonly to: string; readonly kept: string | null };

/** By what a file or directory is known again under any name: numbers in decimal. */
export interface Fingerprint {
  readonly inode: string;
  /** Bytes and nanoseconds; null for a directory, which changes with what is made in it. */
  readonly size: string | null;
  readonly mtimeNs: string | null;
}

/** A step whose directories are held. */
export interface HeldStep {
  readonly record: StepRecord;
  /** The directory of `path`. */
  readonly directory: Pin;
  /** The directory of the name that something gets: of `to` in a shift, else that of `path`. */
  readonly into: Pin;
  /** By what the entry that gets the name is known; null if none does, or while it is not staged yet. */
  readonly made: Fingerprint | null;
}

export function fingerprintOf(stat: BigIntStats): Fingerprint {
  const [size, mtimeNs] = stat.isDirectory() ? [null, null] : [String(stat.size), String(stat.mtimeNs)];
  return { inode: String(stat.ino), size, mtimeNs };
}

/** Takes a step that is a whole change: in one call of the system, so that it needs no record. @throws the system's error */
export function takeAlone(platform: Platform, step: HeldStep): void {
  const { record, directory } = step;
  const name = basename(record.path);
  if (record.do === 'remove') platform.within(directory, (at) => unlinkSync(systemPath(at(name))));
  else if (record.do === 'put') rename(platform, step.into, { from: record.staged, to: name });
  else shift(platform, step, { from: name, to: newNameOf(record) });
}

/** Takes the step. @throws the system's error; then `undoStep` brings back what was there */
export function takeStep(platform: Platform, step: HeldStep): void {
  const { record } = step;
  if (record.do === 'remove') {
    rename(platform, step.directory, { from: basename(record.path), to: record.kept });
    return;
  }
  const name = newNameOf(record);
  if (record.kept !== null) keep(platform, step.into, { from: name, to: record.kept });
  if (record.do === 'put') rename(platform, step.into, { from: record.staged, to: name });
  else shift(platform, step, { from: basename(record.path), to: name });
}

/**
 * Takes a step back, whether or how far it was taken. What it had staged is left under that name.
 * @returns false if another program has changed the name since: then that change stays
 */
export function undoStep(platform: Platform, { record, directory, into, made }: HeldStep): boolean {
  if (record.do === 'remove') return restore(platform, directory, { from: record.kept, to: basename(record.path) });
  const name = newNameOf(record);
  const there = statOf(platform, into, name);
  const isOurs = there !== null && made !== null && isSame(fingerprintOf(there), made);
  if (isOurs && record.do === 'shift') {
    if (statOf(platform, directory, basename(record.path)) !== null) return false;
    shift(platform, { directory: into, into: directory }, { from: name, to: basename(record.path) });
  } else if (isOurs && record.do === 'put' && statOf(platform, into, record.staged) === null) {
    if (record.kept === null) rename(platform, into, { from: name, to: record.staged });
    // In one step, so that the name is never missing.
    else if (statOf(platform, into, record.kept) !== null) rename(platform, into, { from: record.kept, to: name });
    return true;
  }
  return record.kept === null || restore(platform, into, { from: record.kept, to: name });
}

/** Whether a step was taken, and nobody has changed its name since. */
export function isTaken(platform: Platform, { record, directory, into, made }: HeldStep): boolean {
  if (record.do !== 'put' && statOf(platform, directory, basename(record.path)) !== null) return false;
  if (record.do === 'remove') return true;
  const there = statOf(platform, into, newNameOf(record));
  return there !== null && made !== null && isSame(fingerprintOf(there), made);
}

/** Removes what was kept, and what was staged and not used. */
export function finishStep(platform: Platform, { record, directory, into }: HeldStep): void {
  if (record.do === 'put') removeEntry(platform, into, record.staged);
  if (record.kept !== null) removeEntry(platform, record.do === 'remove' ? directory : into, record.kept);
}

function newNameOf(record: Exclude<StepRecord, { do: 'remove' }>): string {
  return basename(record.do === 'put' ? record.path : record.to);
}

/** Keeps a file under another name, without a moment in which it has none if the file system has hard links. */
function keep(platform: Platform, directory: Pin, { from: name, to: kept }: Names): void {
  platform.within(directory, (at) => {
    const [from, to] = [systemPath(at(name)), at(kept)];
    if (!attempt(() => linkSync(from, to))) renameSync(from, to);
  });
}

/** Gives a kept entry its name back. False if another program has made an entry of that name. */
function restore(platform: Platform, directory: Pin, { from: kept, to: name }: Names): boolean {
  const was = statOf(platform, directory, kept);
  if (was === null) return true;
  const there = statOf(platform, directory, name);
  if (there === null) {
    rename(platform, directory, { from: kept, to: name });
    return true;
  }
  // Kept, and not yet replaced.
  const isStill = there.ino === was.ino && there.dev === was.dev;
  if (isStill) platform.within(directory, (at) => unlinkSync(at(kept)));
  return isStill;
}

function rename(platform: Platform, directory: Pin, { from, to }: Names): void {
  platform.within(directory, (at) => renameSync(systemPath(at(from)), systemPath(at(to))));
}

interface Names {
  readonly from: string;
  readonly to: string;
}

/** If both names are of one file, rename(2) does nothing: then the old name is removed. */
function shift(
  platform: Platform,
  { directory, into }: Pick<HeldStep, 'directory' | 'into'>,
  { from, to }: Names,
): void {
  const [one, other] = [statOf(platform, directory, from), statOf(platform, into, to)];
  if (one !== null && other !== null && one.ino === other.ino && one.dev === other.dev && one.nlink > 1n) {
    platform.within(directory, (at) => unlinkSync(systemPath(at(from))));
  } else {
    renameBetween(platform, { directory, into }, { from, to });
  }
}

function renameBetween(
  platform: Platform,
  { directory, into }: Pick<HeldStep, 'directory' | 'into'>,
  names: Names,
): void {
  if (directory.stat.ino === into.stat.ino && directory.stat.dev === into.stat.dev) rename(platform, into, names);
  else if (platform.between === null) throw systemError('EXDEV', 'EXDEV: cannot rename from one directory to another');
  else
    platform.between(directory, into, (at, atInto) =>
      renameSync(systemPath(at(names.from)), systemPath(atInto(names.to))),
    );
}

function statOf(platform: Platform, directory: Pin, name: string): BigIntStats | null {
  return platform.within(
    directory,
    (at) => lstatSync(systemPath(at(name)), { bigint: true, throwIfNoEntry: false }) ?? null,
  );
}

function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.inode === other.inode && one.size === other.size && one.mtimeNs === other.mtimeNs;
}
