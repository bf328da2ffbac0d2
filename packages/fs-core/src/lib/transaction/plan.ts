import { dirname } from 'node:path';
import { resolveEntry, resolveExistingEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget, resolveTarget, type Target } from '../descriptors/resolve-target.ts';
import { orUndo } from '../errors/best-effort.ts';
import { excerpt } from '../errors/excerpt.ts';
import { ToolError } from '../errors/tool-error.ts';
import { invalidPath } from '../paths/normalize-path.ts';
import { contains } from '../paths/scope.ts';
import type { ChangeResult, FileChange } from '../volume/change.ts';
import { createPace } from '../volume/pace.ts';
import type { Move } from './move-ends.ts';
import { planMove } from './plan-move.ts';
import { planRemove } from './plan-remove.ts';
import { planRestore, type Restoration } from './plan-restore.ts';
import { WritePlan } from './plan-write.ts';
import type { PlannedChange, RestoreResult, TransactionContext } from './planned.ts';

// A record names all directories that are made, and is written in one go. In UTF-16 code units.
const MOST_UNITS_MADE = 16_000_000;

/** A change of a call, or a restoration by an undo or redo. */
export type AnyChange = FileChange | Restoration;

export type AnyResult = ChangeResult | RestoreResult;

/** The changes of a transaction, with all that they hold. */
export class Plan implements AsyncDisposable {
  readonly #context: TransactionContext;
  readonly #changes: readonly AnyChange[];
  #paths: readonly string[] | null = null;
  readonly #located: LocatedChange[] = [];
  readonly #planned: PlannedChange<AnyResult>[] = [];

  constructor(context: TransactionContext, changes: readonly AnyChange[]) {
    this.#context = context;
    this.#changes = changes;
  }

  /**
   * Pins where all changes are made, unless it holds that.
   * @returns the real paths of all that changes, each once, in the order in which every process takes the locks
   */
  async locate(signal: AbortSignal | undefined): Promise<readonly string[]> {
    if (this.#paths !== null) return this.#paths;
    const pace = createPace(signal);
    const taken = createTakenPaths();
    for (const change of this.#changes) {
      const located = locateChange(this.#context, change);
      this.#located.push(located);
      for (const { given, target } of located.locked) taken.add(target.realPath, given);
      await pace();
    }
    this.#paths = taken.sorted();
    return this.#paths;
  }

  /** Plans what was located, of which the plans take the pins over. */
  async changes(signal: AbortSignal | undefined): Promise<readonly PlannedChange<AnyResult>[]> {
    const pace = createPace(signal);
    let units = 0;
    for (let next = this.#located.shift(); next !== undefined; next = this.#located.shift()) {
      const planned = next.plan();
      this.#planned.push(planned);
      for (const directory of planned.made) units += directory.length;
      if (units > MOST_UNITS_MADE) throw invalidPath(excerpt(planned.made.at(-1) ?? ''), 'too-deep');
      await pace();
    }
    return this.#planned;
  }

  /** Gives up all that it holds, so that `locate` looks again. */
  async release(): Promise<void> {
    this.#paths = null;
    const pace = createPace();
    for (const { targets } of this.#located.splice(0)) {
      for (const target of targets) releaseTarget(this.#context.platform, target);
      await pace();
    }
    for (const change of this.#planned.splice(0).reverse()) {
      change[Symbol.dispose]();
      await pace();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

/** A change whose places are pinned. */
interface LocatedChange {
  readonly targets: readonly Target[];
  /** Places that are locked, with the paths by which the caller named them. */
  readonly locked: readonly { readonly given: string; readonly target: Target }[];
  /** Takes the pins over. */
  plan(): PlannedChange<AnyResult>;
}

function locateChange(context: TransactionContext, change: AnyChange): LocatedChange {
  if (change.kind === 'move') return locateMove(context, change);
  const { path } = change;
  const of = (target: Target) => ({ targets: [target], locked: [{ given: path, target }] });
  if (change.kind === 'remove') {
    const target = resolveExistingEntry(context, path);
    return { ...of(target), plan: () => planRemove(context, change, target) };
  }
  const target = change.kind === 'write' ? resolveTarget(context, path) : resolveEntry(context, path);
  if (change.kind === 'write') return { ...of(target), plan: () => new WritePlan(context, target, change) };
  return { ...of(target), plan: () => planRestore(context, change, target) };
}

function locateMove(context: TransactionContext, move: Move): LocatedChange {
  const from = resolveExistingEntry(context, move.from);
  const to = orUndo(
    () => releaseTarget(context.platform, from),
    () => resolveEntry(context, move.to),
  );
  const [source, target] = [
    { given: move.from, target: from },
    { given: move.to, target: to },
  ];
  // `planMove` judges a move to the same name, or into itself.
  const locked = contains(from.realPath, to.realPath) ? [source] : [source, target];
  return { targets: [from, to], locked, plan: () => planMove(context, move, { from, to }) };
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
