import { unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { fingerprintOf, isSame } from './fingerprint.ts';
import { removeEntry } from './remove-entry.ts';
import { type Names, rename, shift, statOf } from './rename.ts';
import { type HeldStep, newNameOf } from './step.ts';

/**
 * Takes a step back, whether or how far it was taken. What it had staged is left under that name.
 * @returns false if another program has changed the name since: then that change stays
 */
export function undoStep(platform: Platform, { record, directory, into, made }: HeldStep): boolean {
  if (record.do === 'remove') return restore(platform, directory, { from: record.kept, to: basename(record.path) });
  const name = newNameOf(record);
  const isPlaced = record.do === 'put' && statOf(platform, into, record.staged) === null;
  const isKept = record.kept !== null && statOf(platform, into, record.kept) !== null;
  // The last look before the name is taken.
  const there = statOf(platform, into, name);
  const isOurs = there !== null && made !== null && isSame(fingerprintOf(there), made);
  if (isOurs && record.do === 'shift') {
    if (statOf(platform, directory, basename(record.path)) !== null) return false;
    shift(platform, { directory: into, into: directory, was: null }, { from: name, to: basename(record.path) });
  } else if (isOurs && isPlaced) {
    if (record.kept === null) rename(platform, into, { from: name, to: record.staged });
    // In one step, so that the name is never missing.
    else if (isKept) rename(platform, into, { from: record.kept, to: name });
    return true;
  }
  return record.kept === null || restore(platform, into, { from: record.kept, to: name });
}

/** True if a step was taken, and nobody has changed its name since. */
export function isTaken(platform: Platform, { record, directory, into, made }: HeldStep): boolean {
  if (record.do !== 'put' && statOf(platform, directory, basename(record.path)) !== null) return false;
  if (record.do === 'remove') return true;
  const there = statOf(platform, into, newNameOf(record));
  return there !== null && made !== null && isSame(fingerprintOf(there), made);
}

/** Removes what was kept, and what was staged and not used. */
export function finishStep(platform: Platform, step: HeldStep): void {
  if (step.record.do === 'put') removeEntry(platform, step.into, step.record.staged);
  removeKept(platform, step);
}

/** Removes what a step that was taken has kept. */
export function removeKept(platform: Platform, { record, directory, into }: HeldStep): void {
  if (record.kept !== null) removeEntry(platform, record.do === 'remove' ? directory : into, record.kept);
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
