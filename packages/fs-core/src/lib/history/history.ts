import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import { resolveEntry } from '../descriptors/resolve-entry.ts';
import { releaseTarget } from '../descriptors/resolve-target.ts';
import { ToolError } from '../errors/tool-error.ts';
import { digestIn, filesIn, type KeptNode, type OperationEntry } from '../journal/entry.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { JournalPlace } from '../journal/journal-place.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import type { TransactionContext } from '../transaction/planned.ts';
import { createRecovery } from '../transaction/recovery.ts';
import { nodeAt } from '../transaction/snapshot.ts';
import { transact } from '../transaction/transact.ts';
import type { ChangeOptions } from '../volume/volume.ts';
import { batchesOf } from './batches.ts';
import type { Direction } from './change-cells.ts';
import { Forecast } from './forecast.ts';
import { netChanges, removeEmptyDirectories } from './net-changes.ts';
import { listOperations, type OperationList } from './operation-list.ts';
import { type RefusedOperation, refusedFiles } from './refusals.ts';
import { leftPlans, writePlan } from './turn-plan.ts';

/** What calls of tools did, and how it is taken back. */
export interface History {
  /** Finishes first what killed processes left half done. */
  list(): Promise<OperationList>;
  /** The bytes of a version that the journal keeps; null if it does not, or no longer as they were. */
  contentOf(version: string): Uint8Array | null;
  /** What a path leads to now, with all that a directory holds; null if that is nothing, or may not be seen. */
  look(path: string): Promise<KeptNode | null>;
  /**
   * Takes operations back, or makes them again, in this order: all of them, or none.
   * @returns what keeps some of them from it; empty if all of it was done
   * @throws ToolError as `Volume.transact`
   */
  turn(turn: Turn, options?: ChangeOptions): Promise<readonly RefusedOperation[]>;
}

export interface Turn {
  readonly direction: Direction;
  readonly operations: readonly OperationEntry[];
}

// A file that changes all the time would be looked at forever.
const TRIES = 3;

/** The history that a journal tells of the trees of a context. */
export function openHistory(context: TransactionContext, place: JournalPlace): History {
  const journal = openJournal(place);
  const recovered = createRecovery(context);
  const contentOf = (version: string): Uint8Array | null => journal.contents.read(digestIn(version));
  const past = { context, journal, contentOf };
  const list = async (): Promise<OperationList> => {
    await recovered();
    await finishPlans(past);
    return listOperations(journal.lines(), (path) => isAllowedPath(context.scope, path, 'write'));
  };
  return {
    list,
    contentOf,
    async look(path) {
      try {
        return await lookAt(context)(path, true);
      } catch (error) {
        if (error instanceof ToolError) return null;
        throw error;
      }
    },
    async turn(turn, options = {}) {
      const refused = await refusalsOf(past, turn, (await list()).all);
      return refused.length > 0 || options.dryRun ? refused : turnAll(past, turn, options);
    },
  };
}

interface Past {
  readonly context: TransactionContext;
  readonly journal: Journal;
  readonly contentOf: History['contentOf'];
}

/** Turns operations, in as many transactions as it takes: all, or none. Returns as `History.turn`. */
async function turnAll(past: Past, turn: Turn, options: ChangeOptions): Promise<readonly RefusedOperation[]> {
  const { direction, operations } = turn;
  const batches = batchesOf(operations);
  if (batches.length === 1) return turnBatch(past, turn, options);
  using _plan = writePlan(past.journal.records, { direction, ids: operations.map(({ id }) => id) });
  const done: OperationEntry[][] = [];
  try {
    for (const batch of batches) {
      const objections = await turnBatch(past, { direction, operations: batch }, options);
      if (objections.length > 0) {
        await turnBack(past, direction, done);
        return objections;
      }
      done.push(batch);
    }
    return [];
  } catch (error) {
    await turnBack(past, direction, done);
    throw error;
  }
}

/** Makes up for what was turned already. What somebody has changed since stays as it is. */
async function turnBack(past: Past, direction: Direction, done: readonly OperationEntry[][]): Promise<void> {
  const back = direction === 'undo' ? 'redo' : 'undo';
  for (const batch of done.toReversed()) {
    const objections = await turnBatch(past, { direction: back, operations: batch.toReversed() }, {});
    if (objections.length === 0) continue;
    const found = { ids: batch.map(({ id }) => id), changedSince: objections.flatMap(({ files }) => files) };
    past.context.log('warn', 'What was undone or redone could not be taken back: it was changed since', found);
  }
}

/** Completes what ended in the middle of several transactions, or takes it back. */
async function finishPlans(past: Past): Promise<void> {
  const { journal, context } = past;
  for (const { direction, ids, remove } of leftPlans(journal.records)) {
    const { all } = listOperations(journal.lines(), (path) => isAllowedPath(context.scope, path, 'write'));
    const planned = ids.flatMap((id) => all.find((each) => each.id === id) ?? []);
    if (planned.some(({ isAllowed }) => !isAllowed)) continue;
    const state = direction === 'undo' ? 'undone' : 'done';
    const operationsOf = (isDone: boolean): OperationEntry[] =>
      planned.filter((each) => (each.state === state) === isDone).flatMap((each) => each.entry() ?? []);
    const [done, rest] = [operationsOf(true), operationsOf(false)];
    if (done.length > 0 && rest.length > 0) {
      const objections = await turnAll(past, { direction, operations: rest }, {});
      if (objections.length > 0) await turnBack(past, direction, batchesOf(done));
    }
    remove();
  }
}

/** Turns operations in one transaction. Returns as `History.turn`. */
async function turnBatch(past: Past, turn: Turn, options: ChangeOptions): Promise<readonly RefusedOperation[]> {
  const { context, journal } = past;
  const { direction: kind, operations } = turn;
  const by = { kind, ids: operations.map(({ id }) => id) };
  for (let attempt = 1; ; attempt += 1) {
    const { forecast, objections } = await foretold(past, turn);
    if (objections.size > 0) return refusedBy(objections, turn, listOperations(journal.lines(), () => true).all);
    try {
      const changes = netChanges({ forecast, lookAt: lookAt(context), bytesOf: (version) => kept(past, version) });
      if (changes.length > 0) await transact(context, changes, { ...options, by });
      else await journal.enter({ ...by, ...named(), grownBy: 0 }, { durable: context.settings.durable, isNew: true });
      if (kind === 'undo') removeEmptyDirectories(context, madeBy(operations));
      return [];
    } catch (error) {
      const isChanged = error instanceof ToolError && error.code === 'CONFLICT' && attempt < TRIES;
      if (!isChanged) throw error;
    }
  }
}

function named() {
  return { id: uniqueSuffix().slice(0, 8), time: new Date().toISOString() };
}

function madeBy(operations: readonly OperationEntry[]): string[] {
  return operations.flatMap(({ changes }) => changes.flatMap(({ made = [] }) => made));
}

function kept({ contentOf, journal }: Past, version: string): Uint8Array {
  const bytes = contentOf(version);
  if (bytes !== null) return bytes;
  const path = journal.directory;
  throw new ToolError({ code: 'IO_ERROR', path, action: 'read' }, `Cannot read "${path}": a content is gone`);
}

type Objections = Map<string, Awaited<ReturnType<Forecast['add']>>>;

async function foretold({ context, contentOf }: Past, { direction, operations }: Turn) {
  const isKept = (node: KeptNode): boolean =>
    node.kind !== 'other' &&
    !holdsOther(node) &&
    filesIn(node).every(({ version, isKept: was }) => was && contentOf(version) !== null);
  const forecast = new Forecast(lookAt(context), isKept);
  const objections: Objections = new Map();
  for (const operation of operations) {
    const found = await forecast.add(operation, direction);
    if (found.length > 0) objections.set(operation.id, found);
  }
  return { forecast, objections };
}

function holdsOther(node: KeptNode): boolean {
  return node.kind === 'directory' ? Object.values(node.entries ?? {}).some(holdsOther) : node.kind === 'other';
}

async function refusalsOf(past: Past, turn: Turn, all: OperationList['all']): Promise<RefusedOperation[]> {
  const { objections } = await foretold(past, turn);
  return refusedBy(objections, turn, all);
}

function refusedBy(objections: Objections, turn: Turn, all: OperationList['all']): RefusedOperation[] {
  const turned = new Set(turn.operations.map(({ id }) => id));
  return [...objections].map(([id, found]) => ({ id, files: refusedFiles(id, found, { all, turned }) }));
}

/** Looks at what has a name; null if nothing has. @throws ToolError as `Volume.remove` */
function lookAt(context: TransactionContext) {
  return async (path: string, isWhole: boolean): Promise<KeptNode | null> => {
    const target = resolveEntry(context, path);
    try {
      if (target.existing === null) return null;
      return await nodeAt(context, { of: target.parent, name: target.name, keeping: null, isWhole });
    } finally {
      releaseTarget(context.platform, target);
    }
  };
}
