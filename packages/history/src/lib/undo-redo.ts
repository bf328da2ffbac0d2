import { type ChangeOptions, contains, createPace, type KeptNode, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { Mark } from '@dragoman/fs-core/internal/recorder';
import { fromErrno } from '@dragoman/fs-core/internal/volume-kit';
import type { RefusedOperation } from '@dragoman/outcomes/internal/parts';
import type { OperationEntry } from './entry.ts';
import { type JournalContext, operationsIn } from './journal-context.ts';
import { type Direction, isWhole, type NameChange, nameChanges } from './name-changes.ts';
import type { ListedOperation } from './operation-list.ts';
import { type Objection, objectionsTo, refusedFiles } from './refusals.ts';
import { type FoundName, removedWithModes, restoringChanges } from './restoring-changes.ts';

/** Operations to undo or redo, in this order; each is whole in the journal. */
export interface UndoRedo {
  readonly direction: Direction;
  readonly operations: readonly ListedOperation[];
}

export interface ApplyOptions extends Pick<ChangeOptions, 'dryRun' | 'signal'> {
  /** Called after each change of an operation that is prepared, with the number of its changes. */
  readonly onStaged?: ((done: number, total: number) => void) | undefined;
  /** Called after each operation; on a dry run, once it is checked. */
  readonly onApplied?: ((operation: ListedOperation) => void) | undefined;
}

/** Entries as the operations before would leave them, by path: empty but on a dry run. */
type DryRunEntries = Map<string, KeptNode | null>;

/** Undoes or redoes operations, each whole, and stops at the first that cannot be. Returns that; null if all could be. */
export async function applyAll(
  journal: JournalContext,
  { direction, operations }: UndoRedo,
  { dryRun = false, signal, onApplied, onStaged }: ApplyOptions,
): Promise<RefusedOperation | null> {
  const pace = createPace(signal);
  const foreseen: DryRunEntries = new Map();
  for (const operation of operations) {
    const entry = operation.entry();
    if (entry === null) continue;
    const changes = entry.changes.flatMap((change) => nameChanges(change, direction));
    const step = { entry, changes, direction, removed: operation.removed(), dryRun, signal, onStaged };
    const objections = await apply(journal, step, foreseen);
    if (objections.length > 0)
      return { id: entry.id, files: refusedFiles(entry.id, objections, operationsIn(journal).all) };
    onApplied?.(operation);
    await pace();
  }
  return null;
}

/** Undo or redo of one operation. */
interface OperationStep
  extends Required<Pick<ChangeOptions, 'dryRun'>>,
    Pick<ChangeOptions, 'signal'>,
    Pick<ApplyOptions, 'onStaged'> {
  readonly entry: OperationEntry;
  readonly changes: readonly NameChange[];
  readonly direction: Direction;
  readonly removed: ReturnType<ListedOperation['removed']>;
}

// A file that changes all the time would be looked at forever.
const TRIES = 3;
// What a transaction says if somebody has changed one of its names since it was looked at.
const RACES: ReadonlySet<string> = new Set(['CONFLICT', 'NOT_FOUND', 'INVALID_ARGUMENT']);

/** Undoes or redoes an operation in one transaction. Returns what stands in the way; then nothing was changed. */
async function apply(
  journal: JournalContext,
  step: OperationStep,
  foreseen: DryRunEntries,
): Promise<readonly Objection[]> {
  const { entry, changes, direction, removed, dryRun, signal } = step;
  for (let attempt = 1; ; attempt += 1) {
    const names: FoundName[] = [];
    for (const change of changes) names.push({ ...change, found: await find(journal, change, foreseen) });
    const objections = objectionsTo(journal, names);
    if (objections.length > 0) return objections;
    if (dryRun) {
      for (const { path, becomes } of changes) foreseen.set(path, becomes);
      return [];
    }
    try {
      const by = { kind: direction, ids: [entry.id], ...removedWithModes(names), ...emptiedBy(step) };
      const restoring = restoringChanges(journal, names, removed);
      const onStaged = (done: number) => step.onStaged?.(done, restoring.length);
      await journal.trees.transact(restoring, { signal, by, onStaged });
    } catch (error) {
      if (attempt < TRIES && error instanceof ToolError && RACES.has(error.code)) continue;
      throw fromErrno(error, 'write', changes[0]?.path ?? '');
    }
    return [];
  }
}

function emptiedBy({ direction, entry }: OperationStep): Pick<Mark, 'emptied'> {
  const made = entry.changes.flatMap((change) => change.made ?? []);
  return direction === 'redo' || made.length === 0 ? {} : { emptied: made.sort().reverse() };
}

/** Around a directory that a dry run would change, everything is taken to be as it is expected. */
async function find(
  { trees }: JournalContext,
  { path, expects }: NameChange,
  foreseen: DryRunEntries,
): Promise<KeptNode | null> {
  for (const other of foreseen.keys())
    if (other !== path && (contains(other, path) || contains(path, other))) return expects;
  const known = foreseen.get(path);
  return known === undefined ? trees.look(path, isWhole(expects)) : known;
}
