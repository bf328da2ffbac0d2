import { type BigIntStats, chmodSync, lstatSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { isAllowedPin } from '../descriptors/allowed-pin.ts';
import { LocalFile } from '../descriptors/local-file.ts';
import { ParentDirectories } from '../descriptors/parent-directories.ts';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { accessDenied, type Confinement } from '../descriptors/resolve-existing.ts';
import { type StagedEntry, type StagingPlace, stageFile, type WriteSettings } from '../descriptors/staged-file.ts';
import { newTempFileName } from '../descriptors/stale-temp-files.ts';
import { syncDirectories } from '../descriptors/sync.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { afterwards, attempt, orUndoLater } from '../errors/best-effort.ts';
import { notRegular } from '../errors/not-regular.ts';
import { isOwnTempFileName } from '../lock/lock-owner.ts';
import { linkText, systemPath } from '../paths/byte-path.ts';
import { namesIn, removeEntry } from './remove-entry.ts';

/** The entry to copy, and settings for the copy. */
interface CopyRequest extends WriteSettings {
  /** The directory in which it lies. */
  readonly of: Pin;
  readonly name: string;
  readonly signal: AbortSignal | undefined;
}

/** Copies a link or a directory beside its target, under a temporary name; the copy goes again unless it is kept. */
export async function stageCopy(
  context: Confinement,
  staging: StagingPlace,
  copying: CopyRequest,
): Promise<StagedEntry> {
  const { platform } = context;
  const { target, temporary } = staging;
  const directories = new ParentDirectories(platform, target, copying.newModes(target.parent.realPath));
  const { directory } = directories;
  let isKept = false;
  const dispose = (): void => {
    try {
      if (!isKept) removeEntry(platform, directory, temporary);
    } finally {
      directories[Symbol.dispose]();
    }
  };
  const notKept = new Set<string>();
  const copied = { ...copying, into: directory, as: temporary, notKept };
  await orUndoLater(dispose, () => copyEntry(context, copied));
  return {
    directory,
    changedDirectories: [directory, ...directories.grown],
    notKept: [...notKept],
    stat: () => platform.within(directory, (at) => lstatSync(at(temporary), { bigint: true })),
    // Nothing tells its state: what it holds has states of its own.
    placed: () => null,
    keep() {
      isKept = true;
      directories.keep();
    },
    [Symbol.dispose]: dispose,
  };
}

interface EntryCopy extends CopyRequest {
  readonly into: Pin;
  /** The name of the copy. */
  readonly as: string;
  readonly notKept: Set<string>;
}

async function copyEntry(context: Confinement, copy: EntryCopy): Promise<void> {
  const { platform } = context;
  const { of, name } = copy;
  assertNotCancelled(copy.signal);
  const pin = platform.pinEntry(of, name);
  if (pin.stat.isFile()) return copyFile(context, pin, copy);
  using _ = afterwards(() => platform.release(pin));
  if (pin.stat.isDirectory()) await copyDirectory(context, pin, copy);
  else if (pin.stat.isSymbolicLink()) copyLink(platform, copy);
  else throw notRegular('open', pin.realPath, pin.stat);
}

function copyLink(platform: Platform, { of, name, into, as }: EntryCopy): void {
  const text = platform.within(of, (at) => linkText(at(name)));
  platform.within(into, (at) => symlinkSync(systemPath(text), at(as)));
}

/** Takes the pin over. */
async function copyFile({ platform, scope }: Confinement, pin: Pin, copy: EntryCopy): Promise<void> {
  const { into, as, notKept } = copy;
  // Another process may have put it there since the tree was judged.
  if (!isAllowedPin(scope, pin, 'write')) {
    platform.release(pin);
    throw accessDenied(scope, { path: copy.of.realPath });
  }
  using current = new LocalFile(platform.openContent(pin), pin);
  const target = { parent: into, missing: [], name: as };
  const content = { ...copy, current, pieces: [{ from: 0, to: current.size }] };
  const staging = { target, old: pin.stat, temporary: newTempFileName() };
  using staged = await stageFile(platform, staging, content);
  staged.place();
  for (const lost of staged.notKept) notKept.add(lost);
  if (pin.stat.nlink > 1n) notKept.add('links');
}

async function copyDirectory(context: Confinement, pin: Pin, copy: EntryCopy): Promise<void> {
  const { platform } = context;
  const { into, as, durable } = copy;
  platform.within(into, (at) => mkdirSync(at(as), 0o700));
  const made = platform.pinEntry(into, as);
  using _ = afterwards(() => platform.release(made));
  for (const name of namesIn(platform, pin)) {
    if (!isOwnTempFileName(name)) await copyEntry(context, { ...copy, of: pin, name, into: made, as: name });
  }
  copyModeAndTimes(platform, made, pin.stat);
  if (durable) await syncDirectories(platform, [made]);
}

function copyModeAndTimes(platform: Platform, made: Pin, { mode, atime, mtime }: BigIntStats): void {
  platform.within(made, (at) => {
    attempt(() => chmodSync(at('.'), Number(mode) & 0o7777));
    attempt(() => utimesSync(at('.'), atime, mtime));
  });
}
