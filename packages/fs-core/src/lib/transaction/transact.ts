import { dirname } from 'node:path';
import { isLostRace } from '../descriptors/file-update.ts';
import { resolveEntry, resolveExistingEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, resolveTarget, type Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import { contains } from '../paths/scope.ts';
import type { ChangeOptions, ChangeResult, FileChange } from '../volume/change.ts';
import { createPace } from '../volume/pace.ts';
import { carryOut } from './carry-out.ts';
import { planMove } from './plan-move.ts';
import { planRemove } from './plan-remove.ts';
import { planRestore, type Restoration } from './plan-restore.ts';
import { WritePlan } from './plan-write.ts';
import type { PlannedChange, RestoreResult, Stage, TransactionContext } from './planned.ts';

// A link on the way that is turned all the time would keep a transaction looking for its files forever.
const TRIES = 8;

/** A change of a call, or a restoration by an undo or redo. */
export type AnyChange = FileChange | Restoration;

/** Options of a call's changes, or of an undo or redo. */
export interface TransactOptions extends Omit<ChangeOptions, 'by'> {
  readonly by?: Stage['by'];
}

type AnyResult = ChangeResult | RestoreResult;

/** Makes all of the changes, or none. @throws ToolError as `Volume.transact` */
export async function transact(
  context: TransactionContext,
  changes: readonly FileChange[],
  options: TransactOptions,
): Promise<readonly ChangeResult[]>;
export async function transact(
  context: TransactionContext,
  changes: readonly AnyChange[],
  options: TransactOptions,
): Promise<readonly AnyResult[]>;
export async function transact(
  context: TransactionContext,
  changes: readonly AnyChange[],
  { dryRun: isDry = false, signal, by }: TransactOptions,
): Promise<readonly AnyResult[]> {
  const since = Date.now();
  const stage = { isDry, signal, by };
  let lost: unknown;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const paths = await pathsOf(context, changes, signal);
    try {
      const results = await withLocks(context, { paths, since, signal }, () => run(context, { changes, paths, stage }));
      if (results !== null) return results;
    } catch (error) {
      // Computed once more from what is there now, as a single update is.
      if (!isLostRace(error) || lost !== undefined) throw error;
      lost = error;
    }
  }
  throw lost ?? neverStill(changes);
}

function neverStill([change]: readonly AnyChange[]): ToolError {
  const path = (change?.kind === 'move' ? change.from : change?.path) ?? '';
  const message = `Cannot write "${path}": its directory keeps changing`;
  return new ToolError({ code: 'CONFLICT', problem: 'directory', path }, message);
}

/** The real paths of all that changes, each once, in the order in which every process takes the locks. */
async function pathsOf(
  context: TransactionContext,
  changes: readonly AnyChange[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { platform } = context;
  const pace = createPace(signal);
  const taken = createTakenPaths();
  const add = (given: string, target: Target): void => {
    releaseTarget(platform, target);
    taken.add(target.realPath, given);
  };
  for (const change of changes) {
    if (change.kind === 'write') add(change.path, resolveTarget(context, change.path));
    else if (change.kind === 'restore') add(change.path, resolveEntry(context, change.path));
    else if (change.kind === 'remove') add(change.path, resolveExistingEntry(context, change.path));
    else {
      const source = resolveExistingEntry(context, change.from);
      add(change.from, source);
      const target = resolveEntry(context, change.to);
      // `planMove` judges a move to the same name, or into itself.
      if (contains(source.realPath, target.realPath)) releaseTarget(platform, target);
      else add(change.to, target);
    }
    await pace();
  }
  return taken.sorted();
}

/** Real paths of which none contains another. */
function createTakenPaths() {
  const paths = new Set<string>();
  const containers = new Set<string>();
  return {
    /** @param given names the path in the error @throws ToolError `INVALID_ARGUMENT` */
    add(path: string, given: string): void {
      if (paths.has(path) || containers.has(path)) throw twice(given);
      const above = directoriesAbove(path);
      if (above.some((directory) => paths.has(directory))) throw twice(given);
      paths.add(path);
      for (const directory of above) containers.add(directory);
    },
    sorted: () => [...paths].sort(),
  };
}

function directoriesAbove(path: string): string[] {
  const above: string[] = [];
  for (let at = dirname(path); at !== above.at(-1); at = dirname(at)) above.push(at);
  return above;
}

function twice(path: string): ToolError {
  const message = `Cannot change "${path}": another of the changes names it, or something that contains it`;
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'twice', path }, message);
}

interface LockRequest {
  readonly paths: readonly string[];
  readonly since: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs the task while no other process of this user writes any of the paths. */
async function withLocks<T>(
  context: TransactionContext,
  { paths, ...wait }: LockRequest,
  task: () => Promise<T>,
): Promise<T> {
  const pace = createPace();
  const from = async (index: number): Promise<T> => {
    const path = paths[index];
    if (path === undefined) return task();
    const locked = async (): Promise<T> => {
      using _lock = await context.locksFor(path).lock(path, wait);
      await pace();
      return await from(index + 1);
    };
    try {
      return await context.writers.run(path, locked);
    } finally {
      await pace();
    }
  };
  return from(0);
}

interface TransactionRun {
  readonly changes: readonly AnyChange[];
  /** The paths that are locked. */
  readonly paths: readonly string[];
  readonly stage: Stage;
}

/** Null if the paths lead elsewhere by now. */
async function run(
  context: TransactionContext,
  { changes, paths, stage }: TransactionRun,
): Promise<AnyResult[] | null> {
  const { signal } = stage;
  if ((await pathsOf(context, changes, signal)).join('\0') !== paths.join('\0')) return null;
  await using plan = new Plan();
  const pace = createPace(signal);
  for (const change of changes) {
    plan.changes.push(planned(context, change));
    await pace();
  }
  for (const change of plan.changes) {
    await change.prepare(stage);
    await pace();
  }
  assertNotCancelled(signal);
  if (stage.isDry) return plan.changes.map((change) => change.result(true));
  const isSynced = await carryOut(context, plan.changes, stage);
  return plan.changes.map((change) => change.result(isSynced));
}

/** The changes of a transaction, with all that they hold. */
class Plan implements AsyncDisposable {
  readonly changes: PlannedChange<AnyResult>[] = [];

  async [Symbol.asyncDispose](): Promise<void> {
    const pace = createPace();
    for (const change of this.changes.reverse()) {
      change[Symbol.dispose]();
      await pace();
    }
  }
}

function planned(context: TransactionContext, change: AnyChange): PlannedChange<AnyResult> {
  if (change.kind === 'write') {
    return new WritePlan(context, resolveTarget(context, change.path), change);
  }
  if (change.kind === 'restore') return planRestore(context, change);
  return change.kind === 'remove' ? planRemove(context, change) : planMove(context, change);
}
