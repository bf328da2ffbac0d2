import { fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { openContents } from '../journal/contents.ts';
import { digestIn, filesIn, type KeptNode, type MarkEntry, type OperationEntry } from '../journal/entry.ts';
import { openJournal } from '../journal/journal.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { type AnyChange, type TransactOptions, transact } from '../transaction/transact.ts';
import type { ChangeOptions } from '../volume/change.ts';
import { batchesOf } from './batches.ts';
import type { Direction } from './change-cells.ts';
import { beginForecast, type Forecast, foretellOne, type Objection } from './forecast.ts';
import { lookAt } from './look-at.ts';
import { netChanges, removeEmptyDirectories } from './net-changes.ts';
import type { OperationList } from './operation-list.ts';
import { operationsIn, type Past } from './past.ts';
import { type RefusedOperation, refusedFiles } from './refusals.ts';
import { writePlan } from './turn-plan.ts';

/** Operations that are taken back or made again, in this order. */
export interface Turn {
  readonly direction: Direction;
  readonly operations: readonly OperationEntry[];
}

/** What the names will lead to, and what keeps operations from being turned, by their ids. */
interface Foretold {
  readonly forecast: Forecast;
  readonly objections: ReadonlyMap<string, readonly Objection[]>;
}

/** What a caller adds to a turn. */
export interface TurnHow extends Pick<ChangeOptions, 'signal'> {
  /** What was foretold of it just now. */
  readonly foretold?: Foretold;
}

// A file that changes all the time would be looked at forever.
const TRIES = 3;

/** Turns operations, in as many transactions as it takes: all, or none. Returns as `History.turn`. */
export async function turnAll(past: Past, turn: Turn, how: TurnHow): Promise<readonly RefusedOperation[]> {
  const { direction, operations } = turn;
  const batches = batchesOf(operations);
  if (batches.length === 1) return turnBatch(past, turn, how);
  const plan = await writePlan(past.place.records, { direction, ids: operations.map(({ id }) => id) });
  const done: OperationEntry[][] = [];
  // What is half done stays planned: the next process tries again.
  let isWhole = false;
  try {
    for (const batch of batches) {
      const refused = await turnBatch(past, { direction, operations: batch }, { signal: how.signal });
      if (refused.length > 0) {
        isWhole = await turnBack(past, direction, done);
        return refused;
      }
      done.push(batch);
    }
    isWhole = true;
    return [];
  } catch (error) {
    isWhole = await turnBack(past, direction, done);
    throw error;
  } finally {
    if (isWhole) plan.remove();
  }
}

/** Makes up for what was turned already. Returns false if somebody has changed some of it since: that stays as it is. */
export async function turnBack(past: Past, direction: Direction, done: readonly OperationEntry[][]): Promise<boolean> {
  const back = direction === 'undo' ? 'redo' : 'undo';
  let isWhole = true;
  for (const batch of done.toReversed()) {
    const refused = await turnBatch(past, { direction: back, operations: batch.toReversed() }, {});
    if (refused.length === 0) continue;
    isWhole = false;
    const found = { ids: batch.map(({ id }) => id), changedSince: refused.flatMap(({ files }) => files) };
    past.context.log('warn', 'What was undone or redone could not be taken back: it was changed since', found);
  }
  return isWhole;
}

/** Turns operations in one transaction. Returns as `History.turn`. */
async function turnBatch(past: Past, turn: Turn, { signal, foretold: known }: TurnHow) {
  const { context } = past;
  const { direction: kind, operations } = turn;
  const by = { kind, ids: operations.map(({ id }) => id) };
  for (let attempt = 1; ; attempt += 1) {
    const { forecast, objections } = (attempt === 1 ? known : undefined) ?? (await foretell(past, turn));
    if (objections.size > 0) return refusedBy(objections, turn, operationsIn(past));
    try {
      const changes = netChanges({ forecast, lookAt: lookAt(context), bytesOf: (version) => kept(past, version) });
      if (changes.length > 0) await transactNamed(context, changes, { signal, by });
      else await enter(past, { ...by, ...named(), grownBy: 0 });
      if (kind === 'undo') removeEmptyDirectories(context, madeBy(operations));
      return [];
    } catch (error) {
      const isChanged = error instanceof ToolError && error.code === 'CONFLICT' && attempt < TRIES;
      if (!isChanged) throw error;
    }
  }
}

/** @throws ToolError, also where the system refuses: of a full disk, or one that is read-only */
async function transactNamed(context: Past['context'], changes: readonly AnyChange[], how: TransactOptions) {
  try {
    await transact(context, changes, how);
  } catch (error) {
    const [first] = changes;
    throw fromErrno(error, 'write', (first?.kind === 'move' ? first.from : first?.path) ?? '');
  }
}

/** Where a turn changes nothing on the disk. */
function enter({ context, place }: Past, entry: MarkEntry): Promise<void> {
  return openJournal(place).enter(entry, { durable: context.settings.durable, isNew: true });
}

function named() {
  return { id: uniqueSuffix().slice(0, 8), time: new Date().toISOString() };
}

function madeBy(operations: readonly OperationEntry[]): string[] {
  return operations.flatMap(({ changes }) => changes.flatMap(({ made = [] }) => made));
}

function kept({ place }: Past, version: string): Uint8Array {
  const bytes = openContents(place.contents).read(digestIn(version));
  if (bytes !== null) return bytes;
  const path = place.directory;
  throw new ToolError({ code: 'IO_ERROR', path, action: 'read' }, `Cannot read "${path}": a content is gone`);
}

/** Looks at everything that a turn is about, and changes nothing. @throws ToolError as `Volume.remove` */
export async function foretell({ context, place }: Past, { direction, operations }: Turn): Promise<Foretold> {
  const contents = openContents(place.contents);
  const whole = new Map<string, boolean>();
  const isWhole = (version: string): boolean => {
    const known = whole.get(version) ?? contents.read(digestIn(version)) !== null;
    whole.set(version, known);
    return known;
  };
  const isKept = (node: KeptNode): boolean =>
    node.kind !== 'other' &&
    !holdsOther(node) &&
    filesIn(node).every(({ version, isKept: was }) => was && isWhole(version));
  const forecast = beginForecast(lookAt(context), isKept);
  const objections = new Map<string, readonly Objection[]>();
  for (const operation of operations) {
    const found = await foretellOne(forecast, operation, direction);
    if (found.length > 0) objections.set(operation.id, found);
  }
  return { forecast, objections };
}

function holdsOther(node: KeptNode): boolean {
  return node.kind === 'directory' ? Object.values(node.entries ?? {}).some(holdsOther) : node.kind === 'other';
}

/** What keeps operations from being turned. @param list as far as the asker may see it: it names no other operation */
export function refusedBy(
  objections: Foretold['objections'],
  turn: Turn,
  { all }: Pick<OperationList, 'all'>,
): RefusedOperation[] {
  const turned = new Set(turn.operations.map(({ id }) => id));
  return [...objections].map(([id, found]) => ({ id, files: refusedFiles(id, found, { all, turned }) }));
}
