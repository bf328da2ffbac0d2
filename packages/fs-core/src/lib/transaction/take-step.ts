import { type BigIntStats, linkSync, renameSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { changedMeanwhile, statAt } from '../descriptors/file-update.ts';
import type { EntryPath, Platform } from '../descriptors/platform.ts';
import { afterwards, attempt } from '../errors/best-effort.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { type ExpectedEntry, type Fingerprint, fingerprintOf, isSame } from './fingerprint.ts';
import { rename, shift, statOf } from './rename.ts';
import { newNameOf, type ReadyStep, type StepRecord } from './step.ts';
import { treeState } from './tree-state.ts';

/** Takes a step that is a whole change: it is made or not made, whatever happens, and needs no record. @throws as `takeStep` */
export function takeAlone(platform: Platform, step: ReadyStep): void {
  const { record, directory, into } = step;
  const name = basename(record.path);
  if (record.do === 'remove') platform.within(directory, (at) => unlinkSync(at(name)));
  else if (record.do === 'put') rename(platform, into, { from: record.staged, to: name });
  else shift(platform, step, { from: name, to: newNameOf(record) });
}

/**
 * Takes the step. If it throws, `undoStep` brings back what was there.
 * @throws the system's error; ToolError `CONFLICT` if another program has changed what it is about
 */
export function takeStep(platform: Platform, step: ReadyStep): void {
  const { record, directory, into, was } = step;
  const name = basename(record.path);
  switch (record.do) {
    case 'put':
      platform.within(into, (at) => put(at, record, was));
      break;
    case 'remove':
      rename(platform, directory, { from: name, to: record.kept });
      assertIs(statOf(platform, directory, record.kept), was, record.path);
      break;
    case 'shift': {
      const { path, kept } = record;
      const to = newNameOf(record);
      if (kept !== null) platform.within(into, (at) => keep(at(to), at(kept), { was, path }));
      // Others may have had their turn since it was looked at before. `shift` looks at the new name itself.
      assertIs(statOf(platform, directory, name), step.made, path);
      shift(platform, step, { from: name, to });
    }
  }
}

/** Gives what was staged its name, in one stay in the directory. */
function put(at: EntryPath, { path, staged, kept }: StepRecord & { do: 'put' }, was: ExpectedEntry | null): void {
  const name = at(basename(path));
  const isFree = kept === null || !keep(name, at(kept), { was, path });
  // The last look before the name is given.
  if (isFree && statAt(name) !== null) throw changedMeanwhile('write', path);
  renameSync(at(staged), name);
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

/**
 * Keeps a file under another name, without a moment in which it has none if the file system has hard links.
 * @returns true if it has both names
 * @throws as `assertIs`
 */
function keep(name: SystemPath, kept: SystemPath, { path, was }: Pick<ReadyStep, 'was'> & { path: string }): boolean {
  const isLinked = attempt(() => linkSync(name, kept));
  if (!isLinked) renameSync(name, kept);
  assertIs(statAt(isLinked ? name : kept), was, path);
  return isLinked;
}
