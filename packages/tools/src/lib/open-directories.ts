import {
  escapeGlob,
  type HiddenFiles,
  indexesIn,
  type LocalVolumeOptions,
  openLocalVolume,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { type JournalPlace, journalRecorder } from '@dragoman/history/internal/history';
import type { SessionOptions } from './session.ts';
import { stateDirectory } from './state-directory.ts';

interface HowOpened {
  /** Trees in which new files are readable by this user alone. */
  readonly privateTrees?: readonly string[];
  readonly place?: JournalPlace | null;
  /** Files that stay hidden from commands. */
  readonly hidden?: HiddenFiles;
}

/** The directories of this machine that the options allow, as a volume. @throws ToolError as `createSession` */
export function openDirectories(options: SessionOptions, how: HowOpened = {}): Volume {
  const { privateTrees = [], place = null, hidden } = how;
  return openLocalVolume({ ...directorySettings(options, place), privateTrees, ...(hidden && { hidden }) });
}

export function directorySettings(options: SessionOptions, place: JournalPlace | null): LocalVolumeOptions {
  const { fsync = true, locks = 'auto', readOnly = false, dryRun = false, log } = options;
  const recorder = place === null ? null : journalRecorder(place);
  const settings = { ...scopeOf(options, place), fsync, locks, recorder, recovers: !readOnly && !dryRun };
  return { ...settings, carryAttributes, takeFlock, ...(log && { log }) };
}

/** The trees and rules of a session. A journal is denied to every tool, wherever it lies; overlays and indexes as built in. */
export function scopeOf(
  options: SessionOptions,
  journal: JournalPlace | null,
): Required<Pick<LocalVolumeOptions, 'allow' | 'deny' | 'builtinDeny'>> {
  const { workdir, allow = [workdir], deny = [], builtinDeny = true } = options;
  const own = [...(journal === null ? [] : [journal.directory]), ...(builtinDeny ? storesOf(options) : [])];
  return { allow, deny: [...deny, ...own.map(escapeGlob)], builtinDeny };
}

function storesOf({ environment = {}, index = 'auto' }: SessionOptions): string[] {
  const indexes = index === 'auto' || index === 'off' ? [] : [indexesIn(index)];
  return [stateDirectory(environment, 'overlays'), ...indexes];
}

async function takeFlock(descriptor: number): Promise<boolean | null> {
  const shell = await import('@dragoman/shell/internal/shell');
  return shell.takeFlock(descriptor);
}

async function carryAttributes(from: number, to: number): Promise<boolean | null> {
  const shell = await import('@dragoman/shell/internal/shell');
  return shell.carryAttributes(from, to);
}
