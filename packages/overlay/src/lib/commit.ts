import {
  assertNotCancelled,
  type ChangeOptions,
  contains,
  type FileChange,
  type RealPath,
  ToolError,
  type WriteResult,
} from '@dragoman/fs-core/internal/kernel';
import type { CommitConflict, CommitResult, OverlayChange } from '@dragoman/outcomes';
import { changeOf, versionBelow } from './changes-of.ts';
import { type ChosenEntries, madeParents, ordered } from './chosen.ts';
import type { EntryChanges } from './entries.ts';
import type { Entry } from './entry.ts';
import { isSameBelow, lookBelow, strangersIn } from './look-below.ts';
import type { MergedVolume } from './merged.ts';
import { planCommit, type Step } from './plan-commit.ts';
import { stepChange } from './step-change.ts';
import type { ChangeEntries } from './store.ts';

interface CommitOptions extends Pick<ChangeOptions, 'onStaged' | 'signal'> {
  readonly change: ChangeEntries;
}

/** Writes the chosen entries to the volume below. */
export async function commitChosen(
  merged: MergedVolume,
  chosen: ChosenEntries,
  how: CommitOptions,
): Promise<CommitResult> {
  const { entries } = merged.store;
  const all = ordered([...chosen, ...madeParents(entries, chosen)]);
  const told = new Map([...all].map(([path, entry]) => [path, changeOf(entries, path, entry)]));
  const commit: Commit = { ...how, merged, chosen: all, brokenHardLinks: [] };
  const conflicts = [...(await run(commit))].sort((one, other) => (one.path < other.path ? -1 : 1));
  const done = [...told].flatMap(([path, each]): OverlayChange[] =>
    each !== null && isDone(commit, path) ? [each] : [],
  );
  return { done, conflicts, brokenHardLinks: commit.brokenHardLinks };
}

/** The steps of one commit: each group is taken as a whole or not at all, if the volume below can do that. */
interface Commit extends CommitOptions {
  readonly merged: MergedVolume;
  readonly chosen: ChosenEntries;
  readonly brokenHardLinks: RealPath[];
}

/** True if the overlay and the volume below no longer differ at a path. */
function isDone(commit: Commit, path: RealPath): boolean {
  const entry = commit.merged.store.entries.get(path);
  return entry === undefined || (entry.kind === 'directory' && entry.below === null);
}

async function run(commit: Commit): Promise<readonly CommitConflict[]> {
  const { transactions } = commit.merged.base.traits;
  try {
    return await takeAll(commit, transactions);
  } catch (error) {
    // The checks find that the steps taken so far are done.
    if (transactions && lieApart(error)) return await takeAll(commit, false);
    throw error;
  }
}

async function takeAll(commit: Commit, together: boolean): Promise<readonly CommitConflict[]> {
  const plan = planCommit(commit.chosen, together && commit.merged.base.traits.modes);
  const take = (steps: readonly Step[]) => (together ? takeTogether(commit, steps) : takeSequentially(commit, steps));
  let conflicts = await take(plan.first);
  if (conflicts.length === 0) conflicts = await removeEmptied(commit, plan.emptied);
  if (conflicts.length === 0) conflicts = await take(plan.second);
  if (conflicts.length === 0) await finish(commit, plan.made);
  return conflicts;
}

async function takeTogether(commit: Commit, steps: readonly Step[]): Promise<readonly CommitConflict[]> {
  const { pending, conflicts } = await checked(commit, steps);
  if (conflicts.length > 0) return conflicts;
  try {
    const { merged, onStaged, signal } = commit;
    const changes = pending.map((step) => stepChange(merged, step));
    const results = await merged.base.transact(changes, { ...(onStaged && { onStaged }), ...(signal && { signal }) });
    for (const result of results) if (result.change === 'write') noteHardLink(commit, result);
  } catch (error) {
    return conflictsBehind(commit, error, pending);
  }
  await forget(commit, steps);
  return [];
}

async function takeSequentially(commit: Commit, steps: readonly Step[]): Promise<readonly CommitConflict[]> {
  for (const step of steps) {
    assertNotCancelled(commit.signal);
    const { pending, conflicts } = await checked(commit, [step]);
    if (conflicts.length > 0) return conflicts;
    try {
      for (const each of pending) await takeAlone(commit, stepChange(commit.merged, each));
    } catch (error) {
      return await conflictsBehind(commit, error, pending);
    }
    await forget(commit, [step]);
  }
  return [];
}

async function takeAlone(commit: Commit, change: FileChange): Promise<void> {
  const { base } = commit.merged;
  if (change.kind === 'write') noteHardLink(commit, await base.update(change.path, change.change));
  else if (change.kind === 'remove') await base.remove(change.path, change);
  else throw new TypeError('Only what is done together moves files');
}

function noteHardLink(commit: Commit, { realPath, brokeHardLink }: WriteResult<unknown>): void {
  if (brokeHardLink) commit.brokenHardLinks.push(realPath);
}

/** The steps that are still to be taken, and the conflicts of the others. */
async function checked(commit: Commit, steps: readonly Step[]) {
  const pending: Step[] = [];
  const conflicts: CommitConflict[] = [];
  for (const step of steps) {
    const found = await check(commit, step);
    if (found === 'pending') pending.push(step);
    else if (found !== 'done') conflicts.push(...found);
  }
  return { pending, conflicts };
}

async function check(commit: Commit, step: Step): Promise<'pending' | 'done' | readonly CommitConflict[]> {
  const { base, store } = commit.merged;
  const { path, entry } = step;
  const now = await lookBelow(base, path);
  if (step.kind === 'write' || step.kind === 'move') {
    // Or an earlier commit took the step, and was killed before it could forget the entry.
    if (versionBelow(now) === step.entry.version) return 'done';
    const expected = entry.below?.kind === 'file' ? entry.below : null;
    if (!isSameBelow(now, expected)) return [conflict(path, entry, versionBelow(now))];
    return step.kind === 'move' ? await checkSource(commit, step.from, step.source) : 'pending';
  }
  if (now === null || entry.kind === now.kind) return 'done';
  if (!isSameBelow(now, entry.below)) return [conflict(path, entry, versionBelow(now))];
  if (step.kind === 'remove') return 'pending';
  const strangers = await strangersIn(base, path, store.entries);
  return strangers.length > 0 ? strangers : 'pending';
}

async function checkSource(
  commit: Commit,
  path: RealPath,
  source: Entry,
): Promise<'pending' | readonly CommitConflict[]> {
  const now = await lookBelow(commit.merged.base, path);
  return isSameBelow(now, source.below) ? 'pending' : [conflict(path, source, versionBelow(now))];
}

/** The conflicts that arose between check and change; throws the error if there are none. */
async function conflictsBehind(
  commit: Commit,
  error: unknown,
  steps: readonly Step[],
): Promise<readonly CommitConflict[]> {
  if (!(error instanceof ToolError)) throw error;
  const { conflicts } = await checked(commit, steps);
  if (conflicts.length === 0) throw error;
  return conflicts;
}

async function removeEmptied(commit: Commit, paths: readonly RealPath[]): Promise<readonly CommitConflict[]> {
  const { base, store } = commit.merged;
  for (const path of paths) {
    const strangers = (await lookBelow(base, path)) === null ? null : await strangersIn(base, path, store.entries);
    if (strangers !== null && strangers.length > 0) return strangers;
    if (strangers !== null) await base.remove(path);
    await commit.change([withoutBelow(commit, path)]);
  }
  return [];
}

/** Changes the entries of steps that were taken. */
async function forget(commit: Commit, steps: readonly Step[]): Promise<void> {
  const changes: EntryChanges[number][] = [];
  for (const step of steps) {
    if (step.kind === 'remove-tree')
      for (const [path] of commit.chosen)
        if (path !== step.path && contains(step.path, path)) changes.push([path, null]);
    if (step.kind === 'move') changes.push([step.from, null]);
    const isRemoval = step.kind === 'remove' || step.kind === 'remove-tree';
    changes.push(isRemoval ? withoutBelow(commit, step.path) : [step.path, null]);
  }
  await commit.change(changes);
}

/** The entry at a path once the volume below has nothing there. */
function withoutBelow(commit: Commit, path: RealPath): EntryChanges[number] {
  const entry = commit.merged.store.entries.get(path);
  return [path, entry === undefined || entry.kind === 'gone' ? null : { ...entry, below: null }];
}

/** Makes the directories that no file has brought with it, and forgets all chosen entries: nothing differs any more. */
async function finish(commit: Commit, directories: readonly RealPath[]): Promise<void> {
  for (const path of directories) await commit.merged.base.makeDirectory(path);
  await commit.change([...commit.chosen.keys()].map((path) => [path, null]));
}

/** True if files of several volumes cannot change together. */
function lieApart(error: unknown): boolean {
  return error instanceof ToolError && error.failure.code === 'INVALID_ARGUMENT' && error.failure.problem === 'apart';
}

function conflict(path: RealPath, { below }: Entry, found: string | null): CommitConflict {
  return { path, from: versionBelow(below), found };
}
