import { linkSync, renameSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { changedMeanwhile } from '../descriptors/file-update.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { afterwards, attempt, removeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { systemPath } from '../paths/byte-path.ts';
import { fingerprintOf, isSame } from './fingerprint.ts';
import { type Names, rename, shift, statOf } from './rename.ts';
import { newNameOf, type ReadyStep, type StepRecord } from './step.ts';
import { treeState } from './tree-state.ts';

/**
 * Takes a step that is a whole change: it is made or not made, whatever happens, and needs no record.
 * @throws the system's error; ToolError `CONFLICT` if the name that something gets is no longer free
 */
export function takeAlone(platform: Platform, step: ReadyStep): void {
  const { record, directory } = step;
  if (record.do === 'remove') platform.within(directory, (at) => unlinkSync(systemPath(at(basename(record.path)))));
  else giveName(platform, step, record);
}

/**
 * Takes the step. If it throws, `undoStep` brings back what was there.
 * @throws the system's error; ToolError `CONFLICT` if another program has changed what it is about
 */
export function takeStep(platform: Platform, step: ReadyStep): void {
  const { record, into } = step;
  if (record.do === 'remove') rename(platform, step.directory, { from: basename(record.path), to: record.kept });
  else if (record.kept !== null) keep(platform, into, { from: newNameOf(record), to: record.kept });
  assertKept(platform, step);
  if (record.do !== 'remove') giveName(platform, step, record);
}

/**
 * Looks once more at what was kept, and at all that it holds, before it goes.
 * @throws ToolError `CONFLICT` if another program has changed it, even after it was kept
 */
export async function assertStillKept(platform: Platform, step: ReadyStep): Promise<void> {
  assertKept(platform, step);
  const { record, directory, was } = step;
  if (record.do !== 'remove' || was === null || was.holds === null) return;
  const pin = platform.pinEntry(directory, record.kept);
  using _ = afterwards(() => platform.release(pin));
  if ((await treeState(platform, pin)) !== was.holds) throw changedMeanwhile('change', record.path);
}

/** @throws ToolError `CONFLICT` if what was kept is not what the step was to replace: another program has changed it */
function assertKept(platform: Platform, { record, directory, into, was }: ReadyStep): void {
  if (record.kept === null || was === null) return;
  const kept = statOf(platform, record.do === 'remove' ? directory : into, record.kept);
  if (kept === null || !isSame(fingerprintOf(kept), was)) throw changedMeanwhile('change', record.path);
}

function giveName(platform: Platform, step: ReadyStep, record: Exclude<StepRecord, { do: 'remove' }>): void {
  const name = newNameOf(record);
  if (record.do === 'shift') shift(platform, step, { from: basename(record.path), to: name });
  else if (step.was !== null) rename(platform, step.into, { from: record.staged, to: name });
  else putWhereFree(platform, step.into, { from: record.staged, to: name });
}

/** Keeps a file under another name, without a moment in which it has none if the file system has hard links. */
function keep(platform: Platform, directory: Pin, { from: name, to: kept }: Names): void {
  platform.within(directory, (at) => {
    const [from, to] = [systemPath(at(name)), at(kept)];
    if (!attempt(() => linkSync(from, to))) renameSync(from, to);
  });
}

/** Puts an entry under a name only if nothing has that name. @throws the system's error, ToolError `CONFLICT` */
function putWhereFree(platform: Platform, directory: Pin, { from: staged, to: name }: Names): void {
  const isLinked = platform.within(directory, (at) => {
    try {
      linkSync(at(staged), systemPath(at(name)));
      return true;
    } catch (error) {
      // Directories have no hard links, nor do some file systems.
      if (errnoOf(error) !== 'EEXIST') return false;
      throw changedMeanwhile('write', join(directory.realPath, name));
    }
  });
  if (isLinked) {
    // It has its name: what keeps the other one as well is removed as a leftover.
    removeQuietly(() => platform.within(directory, (at) => unlinkSync(at(staged))));
    return;
  }
  if (statOf(platform, directory, name) !== null) throw changedMeanwhile('write', join(directory.realPath, name));
  rename(platform, directory, { from: staged, to: name });
}
