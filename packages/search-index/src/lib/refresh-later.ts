import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import { inBackground, keepsTimes, restMs } from '@dragoman/fs-core/internal/index-kit';
import { excludesVariables } from '@dragoman/search/internal/index-kit';
import { keyOf, rulesBelow, storedState } from './index-place.ts';
import { isTooLarge } from './index-store.ts';
import { type BuildingRules, outermost, type SearchIndex } from './search-index.ts';

/** A search that read many files of a tree. */
export interface SlowSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly index: SearchIndex;
}

/** The task of a thread: plain data. */
export interface RefreshTask {
  readonly allow: readonly string[];
  /** The root of the indexed tree, one of the volume's. */
  readonly root: string;
  readonly directory: string | null;
  readonly rules: string;
  readonly building: BuildingRules;
}

const AGAIN_AFTER_MS = 600_000;
/** Milliseconds before a small tree is looked at again: to find that it is small, all of it was read. */
const AGAIN_IF_SMALL_MS = 24 * 3_600_000;

/** Time, by tree, from which its index may be updated again, in milliseconds since the epoch. */
const nextMs = new Map<string, number>();

/** Starts to build an index of a tree that has none; does not wait for it. */
export async function indexLater(search: SlowSearch): Promise<void> {
  const task = taskOf(search);
  if (task !== null && (await isMissing(task, search.volume)) && noteStartIfDue(task)) start(task, search.index);
}

/** Starts to update the index of a tree, once the changed files are at rest. */
export function updateLater(search: SlowSearch): void {
  const task = taskOf(search);
  if (task === null || !noteStartIfDue(task)) return;
  search.index.log('debug', 'the index will be updated', { root: task.root });
  setTimeout(() => start(task, search.index), restMs() ?? 0).unref();
}

/** Null if no index is built unasked. */
function taskOf({ volume, searched, index }: SlowSearch): RefreshTask | null {
  const root = outermost(volume.roots, searched.realPath);
  const { building, directory, rules } = index;
  if (building === null || root === null || volume.traits.kind !== 'local' || !keepsTimes(root)) return null;
  const environment = excludesVariables(building.environment);
  return { allow: volume.roots, root, directory, rules, building: { ...building, environment } };
}

/** True if an update may begin now: enough time has passed since the last one. If so, counts as the last one. */
function noteStartIfDue(task: RefreshTask): boolean {
  const isDue = (nextMs.get(nameOf(task)) ?? 0) <= Date.now();
  if (isDue) nextMs.set(nameOf(task), Date.now() + AGAIN_AFTER_MS);
  return isDue;
}

function nameOf({ allow, root, directory, rules }: RefreshTask): string {
  return JSON.stringify([directory, rulesBelow(root, allow, rules), root]);
}

/** Takes note of what became of work on the index of a tree: a small one is left alone for a day. */
export function noteResult(task: RefreshTask, result: string): void {
  if (result === 'few-files') nextMs.set(nameOf(task), Date.now() + AGAIN_IF_SMALL_MS);
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
    (result) => {
      noteResult(task, result);
      log('debug', 'work on the index has ended', { root, result });
    },
    (error: Error) => log('debug', 'work on the index failed', { root, reason: error.message }),
  );
}
