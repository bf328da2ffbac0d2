import { type BigIntStats, linkSync, renameSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { changedMeanwhile } from '../descriptors/file-update.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { afterwards, attempt } from '../errors/best-effort.ts';
import { type Fingerprint, fingerprintOf, isSame } from './fingerprint.ts';
import { type Names, rename, shift, statOf } from './rename.ts';
import { newNameOf, type ReadyStep, type StepRecord } from './step.ts';
import { treeState } from './tree-state.ts';

/** Takes a step that is a whole change: it is made or not made, whatever happens, and needs no record. @throws as `takeStep` */
export function takeAlone(platform: Platform, step: ReadyStep): void {
  const { record, directory } = step;
  if (record.do === 'remove') platform.within(directory, (at) => unlinkSync(at(basename(record.path))));
  else giveName(platform, step, record);
}

/**
 * Takes the step. If it throws, `undoStep` brings back what was there.
 * @throws the system's error; ToolError `CONFLICT` if another program has changed what it is about
 */
export function takeStep(platform: Platform, step: ReadyStep): void {
  const { record, directory, into } = step;
  if (record.do === 'remove') {
    rename(platform, directory, { from: basename(record.path), to: record.kept });
    assertIs(statOf(platform, directory, record.kept), step.was, record.path);
    return;
  }
  const name = newNameOf(record);
  const isLinked = record.kept !== null && keep(platform, into, { from: name, to: record.kept });
  if (record.kept !== null) assertIs(statOf(platform, into, isLinked ? name : record.kept), step.was, record.path);
  // The last look before the name is given; `shift` has its own.
  if (record.do === 'put' && !isLinked && statOf(platform, into, name) !== null)
    throw changedMeanwhile('write', record.path);
  // Others may have had their turn since it was looked at before.
  if (record.do === 'shift') assertIs(statOf(platform, directory, basename(record.path)), step.made, record.path);
  giveName(platform, step, record);
}

/**
 * Looks once more at what was kept, and at all that it holds, before it goes.
 * @throws ToolError `CONFLICT` if another program has changed it, even after it was kept
 */
export async function assertStillKept(platform: Platform, step: ReadyStep): Promise<void> {
  const { record, directory, into, was } = step;
  if (record.kept === null || was === null) return;
  const within = record.do === 'remove' ? directory : into;
  const kept = statOf(platform, within, record.kept);
  // On some file systems, two names of one file have two inodes.
  if (kept === null || !isSame({ ...fingerprintOf(kept), inode: was.inode }, was))
    throw changedMeanwhile('change', record.path);
  if (record.do !== 'remove' || was.holds === null) return;
  const pin = platform.pinEntry(within, record.kept);
  using _ = afterwards(() => platform.release(pin));
  if ((await treeState(platform, pin)) !== was.holds) throw changedMeanwhile('change', record.path);
}

/** @throws ToolError `CONFLICT` if what was found is not what the step was to take: another program has changed it */
function assertIs(found: BigIntStats | null, expected: Fingerprint | null, path: string): void {
  if (expected === null || (found !== null && isSame(fingerprintOf(found), expected))) return;
  throw changedMeanwhile('change', path);
}

function giveName(platform: Platform, step: ReadyStep, record: Exclude<StepRecord, { do: 'remove' }>): void {
  const name = newNameOf(record);
  if (record.do === 'put') rename(platform, step.into, { from: record.staged, to: name });
  else shift(platform, step, { from: basename(record.path), to: name });
}

/**
 * Keeps a file under another name, without a moment in which it has none if the file system has hard links.
 * @returns whether it has both names
 */
function keep(platform: Platform, directory: Pin, { from: name, to: kept }: Names): boolean {
  return platform.within(directory, (at) => {
    const [from, to] = [at(name), at(kept)];
    const isLinked = attempt(() => linkSync(from, to));
    if (!isLinked) renameSync(from, to);
    return isLinked;
  });
}
