import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import { inBackground, keepsTimes, restMs } from '@dragoman/fs-core/index-kit';
import { keyOf, rulesBelow, storedState } from './index-place.ts';
import { isTooLarge } from './index-store.ts';
import { type BuildingRules, outermost, type SearchIndex } from './search-index.ts';

/** A search that read much of a tree. */
export interface SlowSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly index: SearchIndex;
}

/** What a thread is told: plain data. */
export interface RefreshTask {
  readonly allow: readonly string[];
  /** One of them. */
  readonly root: string;
  readonly directory: string | null;
  readonly rules: string;
  readonly building: BuildingRules;
}

const AGAIN_AFTER_MS = 600_000;

/** When the index of a tree may be brought up to date again, in milliseconds since the epoch. */
const nextMs = new Map<string, number>();

/** Has an index made of a tree that has none; returns at once. */
export async function indexLater(search: SlowSearch): Promise<void> {
  const task = taskOf(search);
  if (task !== null && (await isMissing(task, search.volume)) && claimTurn(task)) start(task, search.index);
}

/** Has changes taken into the index of a tree, once they are at rest. */
export function updateLater(search: SlowSearch): void {
  const task = taskOf(search);
  if (task === null || !claimTurn(task)) return;
  setTimeout(() => start(task, search.index), restMs() ?? 0).unref();
}

/** Null where no index is made unasked. */
function taskOf({ volume, searched, index }: SlowSearch): RefreshTask | null {
  const root = outermost(volume.roots, searched.realPath);
  const { building, directory, rules } = index;
  if (building === null || root === null || volume.traits.kind !== 'local' || !keepsTimes(root)) return null;
  return { allow: volume.roots, root, directory, rules, building };
}

/** Whether the last time lies far enough back; if so, this is the next. */
function claimTurn({ allow, root, directory, rules }: RefreshTask): boolean {
  const key = JSON.stringify([directory, rulesBelow(root, allow, rules), root]);
  const isDue = (nextMs.get(key) ?? 0) <= Date.now();
  if (isDue) nextMs.set(key, Date.now() + AGAIN_AFTER_MS);
  return isDue;
}

async function isMissing({ root, directory, rules }: RefreshTask, volume: Volume): Promise<boolean> {
  const key = await keyOf({ volume, root, directory, rules });
  if (typeof key === 'string') return false;
  using _ = key.root;
  return storedState(key) === null && !isTooLarge(key);
}

function start(task: RefreshTask, { log }: SearchIndex): void {
  const { root } = task;
  inBackground<string>(new URL('./index-thread.js', import.meta.url), task).then(
    (result) => log('debug', 'work on the index has ended', { root, result }),
    (error: Error) => log('debug', 'work on the index failed', { root, reason: error.message }),
  );
}
