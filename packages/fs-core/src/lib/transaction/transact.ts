import { resolveEntry, resolveExistingEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, resolveTarget, type Target } from '../descriptors/resolve-target.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { attempt } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { contains } from '../scope/scope.ts';
import type { ChangeOptions, ChangeResult, FileChange } from '../volume/volume.ts';
import { isLostRace } from '../write/file-update.ts';
import { syncDirectories } from '../write/sync.ts';
import { type IntentRecord, pathsIn } from './intent-record.ts';
import { planMove } from './plan-move.ts';
import { planRemove } from './plan-remove.ts';
import { WritePlan } from './plan-write.ts';
import type { Planned, Stage, StagedChange, TransactionContext } from './planned.ts';
import { recordsOf } from './records-of.ts';
import { finishStep, type HeldStep, takeAlone, takeStep, undoStep } from './step.ts';

// A link on the way that is turned all the time would keep a transaction looking for its files forever.
const TRIES = 8;

/** Makes all of the changes, or none. @throws ToolError as `Volume.transact` */
export async function transact(
  context: TransactionContext,
  changes: readonly FileChange[],
  { dryRun: isDry = false, signal }: ChangeOptions,
): Promise<readonly ChangeResult[]> {
  const since = Date.now();
  const stage = { isDry, signal };
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

function neverStill([change]: readonly FileChange[]): ToolError {
  const path = (change?.kind === 'move' ? change.from : change?.path) ?? '';
  const message = `Cannot write "${path}": its directory keeps changing`;
  return new ToolError({ code: 'CONFLICT', problem: 'directory', path }, message);
}

/** The real paths of all that changes, each once, in the order in which every process takes the locks. */
function pathsOf(context: TransactionContext, changes: readonly FileChange[]): string[] {
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
  readonly changes: readonly FileChange[];
  /** What is locked. */
  readonly paths: readonly string[];
  readonly stage: Stage;
}

/** Null if the paths lead elsewhere by now. */
async function run(context: TransactionContext, { changes, paths, stage }: Run): Promise<ChangeResult[] | null> {
  if (pathsOf(context, changes).join('\0') !== paths.join('\0')) return null;
  using plan = new Plan(context, changes);
  for (const change of plan.changes) await change.prepare(stage);
  assertNotCancelled(stage.signal);
  if (stage.isDry) return plan.changes.map((change) => change.result(true));
  const isSynced = await plan.carryOut(stage);
  return plan.changes.map((change) => change.result(isSynced));
}

/** The changes of a transaction, with all that they hold. */
class Plan implements Disposable {
  readonly changes: Planned[] = [];
  readonly #context: TransactionContext;
  #record: IntentRecord | undefined;
  /** Whether nothing is left that the record is needed for. */
  #isOver = true;

  constructor(context: TransactionContext, changes: readonly FileChange[]) {
    this.#context = context;
    try {
      for (const change of changes) this.changes.push(planned(context, change));
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Stages everything, and then puts it in place. Returns whether the directories are on the disk, too. */
  async carryOut(stage: Stage): Promise<boolean> {
    const [only, ...others] = this.changes;
    if (only === undefined) return true;
    const isAlone = others.length === 0 && only.records.length <= 1 && !only.isLong;
    return isAlone ? await carryOutAlone(this.#context, only, stage) : await this.#recorded(stage);
  }

  async #recorded(stage: Stage): Promise<boolean> {
    const { recordPlaceFor, settings } = this.#context;
    const intent = {
      steps: this.changes.flatMap((change) => change.records),
      made: this.changes.flatMap((change) => change.made),
    };
    const record = await recordsOf(recordPlaceFor(pathsIn(intent))).make(settings.durable);
    this.#record = record;
    record.intend(intent);
    const staged: StagedChange[] = [];
    for (const change of this.changes) staged.push(await change.stage(stage));
    await record.placing(stepsOf(staged).map(({ made }) => made));
    assertNotCancelled(stage.signal);
    for (const change of staged) change.assertUnchanged?.();
    const isSynced = await this.#put(staged, record);
    for (const change of staged) change.keep?.();
    this.#isOver = attempt(() => {
      for (const step of stepsOf(staged)) finishStep(this.#context.platform, step);
    });
    return isSynced;
  }

  /** Takes all steps, or takes them back. */
  async #put(staged: readonly StagedChange[], record: IntentRecord): Promise<boolean> {
    try {
      for (const step of stepsOf(staged)) takeStep(this.#context.platform, step);
      for (const change of staged) change.placed?.();
      const isSynced = await synced(this.#context, staged);
      await record.done();
      return isSynced;
    } catch (error) {
      this.#isOver = attempt(() => this.#undo(staged));
      throw error;
    }
  }

  /** Logs what other programs have changed since, and which therefore stays. */
  #undo(staged: readonly StagedChange[]): void {
    const { platform, log } = this.#context;
    const steps = stepsOf(staged).reverse();
    const changed = steps.filter((step) => !undoStep(platform, step));
    if (changed.length === 0) return;
    const pathOf = ({ record }: HeldStep): string => record.path;
    const found = { paths: steps.map(pathOf), changedSince: changed.map(pathOf) };
    log('warn', 'A transaction that failed was taken back, but for what has changed since', found);
  }

  [Symbol.dispose](): void {
    try {
      for (const change of this.changes.reverse()) change[Symbol.dispose]();
    } finally {
      if (this.#record !== undefined) this.#closeRecord(this.#record);
    }
  }

  #closeRecord(record: IntentRecord): void {
    // Not released before: no other process needs a record of what is over.
    if (!this.#isOver || !record.remove()) this.#context.unfinished.add(record.name);
    record[Symbol.dispose]();
  }
}

/** A single step is made or not made, whatever happens: it needs no record. Returns as `Plan.carryOut`. */
export async function carryOutAlone(context: TransactionContext, change: Planned, stage: Stage): Promise<boolean> {
  const staged = await change.stage(stage);
  assertNotCancelled(stage.signal);
  staged.assertUnchanged?.();
  for (const step of staged.steps) takeAlone(context.platform, step);
  // First of all, so that the state that is read is not that after a later change.
  staged.placed?.();
  staged.keep?.();
  return synced(context, [staged]);
}

async function synced({ platform, settings }: TransactionContext, staged: readonly StagedChange[]): Promise<boolean> {
  if (!settings.durable) return true;
  const pins = staged.flatMap(({ changedDirectories }) => changedDirectories);
  return syncDirectories(platform, [...new Map(pins.map((pin) => [pin.realPath, pin])).values()]);
}

function stepsOf(staged: readonly StagedChange[]): HeldStep[] {
  return staged.flatMap((change) => change.steps);
}

function planned(context: TransactionContext, change: FileChange): Planned {
  if (change.kind === 'write') {
    return new WritePlan(context, resolveTarget(context, change.path), change.change);
  }
  return change.kind === 'remove' ? planRemove(context, change) : planMove(context, change);
}
