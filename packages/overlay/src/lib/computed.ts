import { assertNotCancelled, type ChangeOptions, type RealPath, ToolError } from '@dragoman/fs-core/internal/kernel';
import { ancestorsOf, type Entries, type EntryChanges } from './entries.ts';
import type { Below, Entry } from './entry.ts';
import { findPlace, type OverlayPlace, type PlaceRequest } from './find-place.ts';
import type { MergedVolume } from './merged.ts';
import type { OwnStore } from './store.ts';

// A change is computed again this often if others come first; after that it fails.
const TRIES = 12;

/** A computed change, to be made together with others. */
export interface ComputedChange<Result> {
  /** True if the overlay is still as it was when this was computed. */
  readonly isCurrent: () => boolean;
  readonly changes: EntryChanges;
  /** Contents that were written for it. */
  readonly written: readonly string[];
  readonly result: Result;
}

/** An overlay that may be changed. */
export interface Changeable extends MergedVolume {
  readonly store: OwnStore;
}

/** Makes all of the changes at once, as soon as nothing has changed since they were computed. */
export async function makeAll<Result>(
  { store }: Changeable,
  { path, dryRun = false, signal }: ChangeOptions & { readonly path: string },
  compute: () => Promise<readonly ComputedChange<Result>[]>,
): Promise<readonly Result[]> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const computed = await compute();
    if (await make(store, computed, { dryRun, signal })) return computed.map(({ result }) => result);
  }
  const failure = { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true } as const;
  throw new ToolError(failure, `Cannot write "${path}": it changes all the time`);
}

async function make(
  store: OwnStore,
  computed: readonly ComputedChange<unknown>[],
  { dryRun, signal }: ChangeOptions,
): Promise<boolean> {
  const isCurrent = () => computed.every((each) => each.isCurrent());
  let isMade = false;
  try {
    assertNotCancelled(signal);
    if (dryRun) return isCurrent();
    isMade = await store.exclusive(async (change) => {
      if (!isCurrent()) return false;
      await change(computed.flatMap(({ changes }) => changes));
      return true;
    });
    return isMade;
  } finally {
    if (!isMade) for (const each of computed) each.written.forEach(store.contents.remove);
  }
}

/** A place, and whether the entries that led to it are still the same. */
export interface WatchedPlace extends OverlayPlace {
  readonly isCurrent: () => boolean;
}

/** Finds a place like `findPlace`, while no entry changes. @param isWhole true if what lies below it counts, too */
export async function watchPlace(
  merged: MergedVolume,
  path: string,
  { isWhole = false, ...asked }: PlaceRequest & { readonly isWhole?: boolean },
): Promise<WatchedPlace> {
  const { entries } = merged.store;
  for (;;) {
    const { state } = entries;
    const place = await findPlace(merged, path, asked);
    if (state === entries.state) return { ...place, isCurrent: watched(entries, place.realPath, isWhole) };
  }
}

function watched(entries: Entries, path: RealPath, isWhole: boolean): () => boolean {
  const look = (): (Entry | undefined)[] => [
    ...[path, ...ancestorsOf(path)].map((each) => entries.get(each)),
    ...(isWhole ? [...entries.below(path)].map(([, entry]) => entry) : []),
  ];
  const before = look();
  return () => {
    const now = look();
    return now.length === before.length && now.every((entry, index) => entry === before[index]);
  };
}

/** The entries of the missing directories above a place. */
export function madeFor({ missing }: OverlayPlace, entries: Entries): EntryChanges {
  const mtimeMs = Date.now();
  return missing.map((path) => [path, { kind: 'directory', below: entries.get(path)?.below ?? null, mtimeMs }]);
}

/** The entry at a path from which something was moved away or removed. */
export function left(path: RealPath, below: Below): EntryChanges[number] {
  return [path, below && { kind: 'gone', below }];
}
