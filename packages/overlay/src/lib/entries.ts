import { dirname } from 'node:path';
import { contains, type RealPath } from '@dragoman/fs-core/internal/kernel';
import type { Entry } from './entry.ts';
import { parentOf } from './tree-path.ts';

/** New entries by path; null if there is none any more, so that what the volume below has is seen again. */
export type EntryChanges = readonly (readonly [path: RealPath, entry: Entry | null])[];

/** All that an overlay has changed, by path. */
export interface Entries {
  /** Counts the changes. */
  readonly state: number;
  get(path: RealPath): Entry | undefined;
  /** True if an entry above hides the volume below at a path. */
  isHidden(path: RealPath): boolean;
  /** The entries whose parent is `directory`, with the paths. */
  within(directory: string): Iterable<readonly [path: RealPath, entry: Entry]>;
  /** The entries below `directory`, in no order. */
  below(directory: string): Iterable<readonly [path: RealPath, entry: Entry]>;
  all(): Iterable<readonly [path: RealPath, entry: Entry]>;
  change(changes: EntryChanges): void;
}

export function createEntries(): Entries {
  const entries = new Map<RealPath, Entry>();
  const inside = new Map<string, Set<RealPath>>();
  let state = 0;

  const put = (path: RealPath, entry: Entry): void => {
    entries.set(path, entry);
    const parent = dirname(path);
    const siblings = inside.get(parent) ?? new Set();
    inside.set(parent, siblings.add(path));
  };
  const drop = (path: RealPath): void => {
    entries.delete(path);
    const siblings = inside.get(dirname(path));
    siblings?.delete(path);
    if (siblings?.size === 0) inside.delete(dirname(path));
  };
  function* within(directory: string): Generator<readonly [RealPath, Entry]> {
    for (const path of inside.get(directory) ?? []) {
      const entry = entries.get(path);
      if (entry !== undefined) yield [path, entry];
    }
  }

  return {
    get state() {
      return state;
    },
    get: (path) => entries.get(path),
    isHidden: (path) => ancestorsOf(path).some((ancestor) => entries.has(ancestor)),
    within,
    *below(directory) {
      for (const each of entries) if (each[0] !== directory && contains(directory, each[0])) yield each;
    },
    all: () => entries,
    change(changes) {
      state += 1;
      for (const [path, entry] of changes) {
        if (entry === null) drop(path);
        else put(path, entry);
      }
    },
  };
}

/** The directories above a path, the nearest first. */
export function ancestorsOf(path: RealPath): RealPath[] {
  const ancestors: RealPath[] = [];
  for (let inner = path, outer = parentOf(inner); outer !== inner; inner = outer, outer = parentOf(outer))
    ancestors.push(outer);
  return ancestors;
}
