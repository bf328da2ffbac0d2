import { isLostRace } from '../descriptors/file-update.ts';
import { resolveEntry, resolveExistingEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, resolveTarget, type Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import { contains } from '../paths/scope.ts';
import type { ChangeOptions, ChangeResult, FileChange } from '../volume/change.ts';
import { carryOut } from './carry-out.ts';
import { planMove } from './plan-move.ts';
import { planRemove } from './plan-remove.ts';
import { planRestore, type Restoration } from './plan-restore.ts';
import { WritePlan } from './plan-write.ts';
import type { Planned, RestoreResult, Stage, TransactionContext } from './planned.ts';

// A link on the way that is turned all the time would keep a transaction looking for its files forever.
const TRIES = 8;

/** One of several changes, or something that comes back. */
export type AnyChange = FileChange | Restoration;

/** As those of a call, or of what takes calls back. */
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
    const paths = pathsOf(context, changes);
    try {
      const results = await inTurns(context, { paths, since, signal }, () => run(context, { changes, paths, stage }));
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
function pathsOf(context: TransactionContext, changes: readonly AnyChange[]): string[] {
  const paths: string[] = [];
  const add = (given: string, target: Target, isWhole: boolean): void => {
    releaseTarget(context.platform, target);
    const { realPath } = target;
    const clash = paths.some((other) => other === realPath || contains(other, realPath));
    if (clash || (isWhole && paths.some((other) => contains(realPath, other)))) throw twice(given);
    paths.push(realPath);
  };
  for (const change of changes) {
    if (change.kind === 'write') add(change.path, resolveTarget(context, change.path), true);
    else if (change.kind === 'restore') add(change.path, resolveEntry(context, change.path), true);
    else if (change.kind === 'remove') add(change.path, resolveExistingEntry(context, change.path), true);
    else addMove(change);
  }
  return paths.sort();

  function addMove({ from, to }: FileChange & { kind: 'move' }): void {
    const source = resolveExistingEntry(context, from);
    add(from, source, true);
    const target = resolveEntry(context, to);
    // `planMove` judges a move to the same name, or into itself.
    if (contains(source.realPath, target.realPath)) releaseTarget(context.platform, target);
    else add(to, target, true);
  }
}

function twice(path: string): ToolError {
  const message = `Cannot change "${path}": another of the changes names it, or something that contains it`;
  return new ToolError({ code: 'INVALID_ARGUMENT', problem: 'twice', path }, message);
}

interface Turn {
  readonly paths: readonly string[];
  readonly since: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs the task while no other process of this user writes any of the paths. */
async function inTurns<T>(
  context: TransactionContext,
  { paths: [path, ...others], ...wait }: Turn,
  task: () => Promise<T>,
): Promise<T> {
  if (path === undefined) return task();
  return context.writers.run(path, async () => {
    using _lock = await context.locksFor(path).lock(path, wait);
    return await inTurns(context, { ...wait, paths: others }, task);
  });
}

interface Run {
  readonly changes: readonly AnyChange[];
  /** What is locked. */
  readonly paths: readonly string[];
  readonly stage: Stage;
}

/** Null if the paths lead elsewhere by now. */
async function run(context: TransactionContext, { changes, paths, stage }: Run): Promise<AnyResult[] | null> {
  if (pathsOf(context, changes).join('\0') !== paths.join('\0')) return null;
  using plan = new Plan(context, changes);
  for (const change of plan.changes) await change.prepare(stage);
  assertNotCancelled(stage.signal);
  if (stage.isDry) return plan.changes.map((change) => change.result(true));
  const isSynced = await carryOut(context, plan.changes, stage);
  return plan.changes.map((change) => change.result(isSynced));
}

/** The changes of a transaction, with all that they hold. */
class Plan implements Disposable {
  readonly changes: Planned<AnyResult>[] = [];

  constructor(context: TransactionContext, changes: readonly AnyChange[]) {
    try {
      for (const change of changes) this.changes.push(planned(context, change));
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    for (const change of this.changes.reverse()) change[Symbol.dispose]();
  }
}

function planned(context: TransactionContext, change: AnyChange): Planned<AnyResult> {
  if (change.kind === 'write') {
    return new WritePlan(context, resolveTarget(context, change.path), change);
  }
  if (change.kind === 'restore') return planRestore(context, change);
  return change.kind === 'remove' ? planRemove(context, change) : planMove(context, change);
}
