import { opendirSync } from 'node:fs';
import type { Platform } from '../descriptors/platform.ts';
import { afterwards } from '../errors/best-effort.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import type { TakeFlock } from './cluster-locks.ts';
import { recordPaths, recordPathsIn } from './records-directory.ts';
import { findSharedDirectory } from './shared-directory.ts';

/** Place that keeps records of transactions. */
export type RecordPlace =
  /** The directory of records of this machine, for the processes of this user. */
  | { readonly kind: 'machine' }
  /** A journal, for whoever opens that. */
  | { readonly kind: 'journal'; readonly directory: string }
  /** A tree that several machines share, for whichever opens it next. */
  | { readonly kind: 'tree'; readonly root: string; readonly platform: Platform; readonly takeFlock: TakeFlock };

export const ON_THIS_MACHINE: RecordPlace = { kind: 'machine' };

/** All records of a place, each by what its `claim` takes. Nothing is made to find that there are none. */
export function recordsIn(place: RecordPlace): readonly string[] {
  if (place.kind === 'machine') return recordPaths();
  if (place.kind === 'journal') return recordPathsIn(place.directory);
  const directory = findSharedDirectory(place.platform, place.root, 'transactions');
  if (directory === null) return [];
  using _ = afterwards(() => place.platform.release(directory));
  return place.platform.within(directory, (at) => firstNamesIn(at('.')));
}

// As many as can be looked at. A tree may bring any number of files.
const MOST_NAMES = 10_000;

function firstNamesIn(path: SystemPath): string[] {
  const directory = opendirSync(path, { bufferSize: 1024 });
  using _ = afterwards(() => directory.closeSync());
  const names: string[] = [];
  for (let entry = directory.readSync(); entry !== null && names.length < MOST_NAMES; entry = directory.readSync())
    names.push(entry.name);
  return names;
}
