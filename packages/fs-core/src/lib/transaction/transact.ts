import { isLostRace } from '../descriptors/file-update.ts';
import { frugalPlatform } from '../descriptors/frugal-platform.ts';
import { shareDirectories } from '../descriptors/share-directories.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { Change, ChangeOptions, ChangeResult, FileChange, WriteResult } from '../volume/change.ts';
import { createPace } from '../volume/pace.ts';
import { carryOut } from './carry-out.ts';
import { type AnyChange, type AnyResult, Plan } from './plan.ts';
import type { Stage, TransactionContext } from './planned.ts';

// More than most calls change, and few enough to hold several descriptors for each.
const MOST_HELD = 32;

// A link on the way that is turned all the time would keep a transaction looking for its files forever.
const TRIES = 8;

/** Options of a call's changes, or of an undo or redo. */
export interface TransactOptions extends Omit<ChangeOptions, 'by'> {
  readonly by?: Stage['by'];
  /** Called once all is done, before another writer of this process has its turn. */
  readonly onDone?: (results: readonly AnyResult[]) => void;
}

/** A write of which the result is known. */
interface Write<Result> {
  readonly kind: 'write';
  readonly path: string;
  readonly change: Change<Result>;
}

/** Makes all of the changes, or none. @throws ToolError as `Volume.transact` */
export async function transact<Result>(
  context: TransactionContext,
  changes: readonly [Write<Result>],
  options: TransactOptions,
): Promise<readonly [WriteResult<Result> & { readonly change: 'write' }]>;
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
  environment: TransactionContext,
  changes: readonly AnyChange[],
  { dryRun: isDry = false, signal, by, onStaged, onDone }: TransactOptions,
): Promise<readonly AnyResult[]> {
  const context = changes.length > 1 ? sharing(environment, changes.length > MOST_HELD) : environment;
  const since = Date.now();
  const stage = { isDry, signal, by, onStaged };
  let lost: unknown;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    await using plan = new Plan(context, changes);
    const paths = await plan.locate(signal);
    const locks = { paths, since, signal, onWait: () => plan.release() };
    const task = async (): Promise<AnyResult[] | null> => {
      // What is looked up under the locks, no writer that takes them changes.
      if (lost !== undefined) await plan.release();
      await using held = plan;
      // They may lead elsewhere by now.
      if ((await held.locate(signal)).join('\0') !== paths.join('\0')) return null;
      const done = await run(context, held, stage);
      onDone?.(done);
      return done;
    };
    try {
      const results = await withLocks(context, locks, task);
      if (results !== null) return results;
    } catch (error) {
      // Computed once more from what is there now.
      if (!isLostRace(error) || lost !== undefined) throw error;
      lost = error;
    }
  }
  throw lost ?? neverStill(changes);
}

/** The same environment, in which changes share the directories they lie in, and if many, hold no descriptors else. */
function sharing(environment: TransactionContext, areMany: boolean): TransactionContext {
  const platform = areMany ? frugalPlatform(environment.platform) : environment.platform;
  return { ...environment, platform: shareDirectories(platform) };
}

function neverStill([change]: readonly AnyChange[]): ToolError {
  const path = (change?.kind === 'move' ? change.from : change?.path) ?? '';
  const message = `Cannot write "${path}": its directory keeps changing`;
  return new ToolError({ code: 'CONFLICT', problem: 'directory', path }, message);
}

interface LockRequest {
  readonly paths: readonly string[];
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  /** Called if another writer was waited for, which may have changed what was found. */
  readonly onWait: () => Promise<void>;
}

/** Runs the task while no other process of this user writes any of the paths. */
async function withLocks<T>(
  context: TransactionContext,
  { paths, onWait, ...wait }: LockRequest,
  task: () => Promise<T>,
): Promise<T> {
  const pace = createPace();
  const held: Disposable[] = [];
  try {
    for (const path of paths) {
      // At once, since many may wait.
      const released = context.writers.isBusy(path) ? onWait() : null;
      held.push(await context.writers.take(path));
      await released;
      const lock = await context.locksFor(path).lock(path, wait);
      held.push(lock);
      if (lock.waited) await onWait();
      await pace();
    }
    return await task();
  } finally {
    for (const each of held.reverse()) {
      each[Symbol.dispose]();
      await pace();
    }
  }
}

/** Makes the changes at the places that the plan holds. */
async function run(context: TransactionContext, plan: Plan, stage: Stage): Promise<AnyResult[]> {
  const { signal } = stage;
  const changes = await plan.changes(signal);
  const pace = createPace(signal);
  for (const change of changes) {
    await change.prepare(stage);
    await pace();
  }
  assertNotCancelled(signal);
  if (stage.isDry) return changes.map((change) => change.result(true));
  const isSynced = await carryOut(context, changes, stage);
  return changes.map((change) => change.result(isSynced));
}
