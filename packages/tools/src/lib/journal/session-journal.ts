import { contains } from '@dragoman/fs-core/internal/kernel';
import {
  type Direction,
  filesIn,
  type History,
  type ListedOperation,
  type OperationList,
} from '@dragoman/history/internal/history';
import type {
  AppliedCount,
  DiffedFile,
  KnownOperation,
  Refusal,
  SelectionProblem,
} from '@dragoman/outcomes/internal/parts';
import { knownOperation } from './journal-operation.ts';
import { diffedFiles, NotKeptError } from './operation-diff.ts';
import { chosen, firstFitting, isWhole, type Selection } from './selection.ts';

/** The recorded operations in the trees of a session, of whichever session, and the means of undoing them. */
export interface SessionJournal {
  /** The newest first. */
  operations(filter?: OperationFilter): Promise<readonly KnownOperation[]>;
  /** The newest of them, and how many there are. */
  newest(limit: number, filter?: OperationFilter): Promise<OperationsFound>;
  /** The newest that a filter lets through; null if there is none. */
  last(filter: OperationFilter): Promise<KnownOperation | null>;
  /**
   * Undoes operations, the newest first, each whole, and stops at the first that cannot be. Default: the newest that is done.
   * @throws ToolError `READ_ONLY` in a session that changes nothing; as `Volume.transact`, and then those before are undone
   */
  undo(ids?: readonly string[], options?: TurnOptions): Promise<TurnOutcome>;
  /** Redoes operations in the same way, the oldest first. Default: the one undone last. @throws ToolError as `undo` */
  redo(ids?: readonly string[], options?: TurnOptions): Promise<TurnOutcome>;
  /** The operation of an id, or of a beginning of one that no other has; the newest where none is given. */
  find(id?: string): Promise<KnownOperation | SelectionProblem>;
  /** Returns each file before and after an operation, which is found like by `find`. */
  diff(id?: string): Promise<DiffOutcome>;
  /** The bytes of a version; null if they are not kept. */
  contentOf(version: string): Promise<Uint8Array | null>;
}

/** Result of `diff`. */
export type DiffOutcome =
  | { readonly kind: 'diff'; readonly operation: KnownOperation; readonly files: readonly DiffedFile[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface OperationFilter {
  /** Selects the operations of this session; `last`: of that of the newest operation. */
  readonly session?: string | undefined;
  /** Selects the operations that changed something at one of these absolute paths, or below it. */
  readonly paths?: readonly string[] | undefined;
  /** Selects the operations that changed the entry at this absolute path itself. */
  readonly file?: string | undefined;
  readonly state?: 'done' | 'undone' | undefined;
}

export interface OperationsFound {
  readonly operations: readonly KnownOperation[];
  readonly total: number;
}

export interface TurnOptions {
  /** A session, in place of ids, whose operations are all meant; `last`: that of the newest operation. */
  readonly session?: string | undefined;
  /** Everything is checked, and nothing is changed. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each operation; on a dry run, once it is checked. */
  readonly onApplied?: ((operation: KnownOperation, count: AppliedCount) => void) | undefined;
  /** Called as the changes of an operation are prepared. */
  readonly onStaged?: ((count: AppliedCount) => void) | undefined;
  /** Called like `CallOptions.onWritten`. */
  readonly onWritten?: ((bytes: number) => void) | undefined;
}

/** Result of an undo or redo. */
export type TurnOutcome =
  | { readonly kind: 'undone' | 'redone'; readonly dryRun: boolean; readonly operations: readonly KnownOperation[] }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** Operations that were undone or redone before it stopped; absent if none was. */
      readonly done?: readonly KnownOperation[];
    };

export interface JournalAccess {
  /** Over the trees in which the session works by now. */
  readonly history: () => Promise<History>;
  /** @throws ToolError `READ_ONLY` */
  readonly assertWritable: () => void;
  readonly dryRun: boolean;
}

export function createSessionJournal({ history, assertWritable, dryRun: isDry }: JournalAccess): SessionJournal {
  const listed = async (): Promise<OperationList> => (await history()).list();
  const apply = async (direction: Direction, selection: Selection, options: TurnOptions): Promise<TurnOutcome> => {
    assertWritable();
    const operations = chosen(await listed(), direction, selection);
    if ('problem' in operations) return { kind: 'refused', refusal: operations };
    const { dryRun = isDry, signal, onWritten, onApplied: told } = options;
    const onStaged = (staged: number, total: number): void => options.onStaged?.({ done: staged, total });
    const done: KnownOperation[] = [];
    const onApplied = (operation: ListedOperation): void => {
      const known = knownOperation(operation);
      if (known === null) return;
      done.push(known);
      if (!dryRun) onWritten?.(bytesPutBack(direction, known));
      told?.(known, { done: done.length, total: operations.length });
    };
    const refused = await (await history()).apply({ direction, operations }, { dryRun, signal, onApplied, onStaged });
    if (refused === null) return { kind: direction === 'undo' ? 'undone' : 'redone', dryRun, operations: done };
    const refusal = { problem: 'files', operations: [refused] } as const;
    return { kind: 'refused', refusal, ...(done.length > 0 && { done }) };
  };
  const find = async (id?: string): Promise<KnownOperation | SelectionProblem> => {
    const found = chosen(await listed(), 'find', { ids: id === undefined ? undefined : [id] });
    if ('problem' in found) return found;
    const [operation] = found.flatMap((each) => knownOperation(each) ?? []);
    return operation ?? { problem: 'nothing' };
  };
  return {
    operations: async (filter = {}) => [...fittingOperations(await listed(), filter)],
    newest: async (limit, filter = {}) => newestOf(await listed(), limit, filter),
    last: async (filter) => firstFitting(fittingOperations(await listed(), filter), () => true),
    undo: (ids, options = {}) => apply('undo', { ids, session: options.session }, options),
    redo: (ids, options = {}) => apply('redo', { ids, session: options.session }, options),
    find,
    async diff(id) {
      const operation = await find(id);
      return 'problem' in operation ? { kind: 'refused', refusal: operation } : diffOf(operation, await history());
    },
    contentOf: async (version) => (await history()).contentOf(version),
  };
}

/** Returns the size of all files whose content was put back. */
function bytesPutBack(direction: Direction, { entries }: KnownOperation): number {
  const files = entries.flatMap(({ before, after, replaced }) => {
    const [left, back] = direction === 'undo' ? [after, [before, replaced]] : [before, [after]];
    // A file that only gets its old name again keeps its content.
    const kept = new Set(filesIn(left).map(({ version }) => version));
    return back.flatMap(filesIn).filter(({ version }) => !kept.has(version));
  });
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function diffOf(operation: KnownOperation, history: History): Promise<DiffOutcome> {
  try {
    return { kind: 'diff', operation, files: await diffedFiles(operation.entries, history) };
  } catch (error) {
    if (!(error instanceof NotKeptError)) throw error;
    const file = { path: error.path, isDirectory: false, problem: 'not-kept', changedBy: null } as const;
    return { kind: 'refused', refusal: { problem: 'files', operations: [{ id: operation.id, files: [file] }] } };
  }
}

function* fittingOperations({ all }: OperationList, filter: OperationFilter): Generator<KnownOperation> {
  const fits = fitting(all, filter);
  for (const each of all) {
    const known = fits(each) ? knownOperation(each) : null;
    if (known !== null) yield known;
  }
}

function newestOf(list: OperationList, limit: number, filter: OperationFilter): OperationsFound {
  return Object.values(filter).every((each) => each === undefined)
    ? newestOfAll(list, limit)
    : newestThatFit(list, limit, filter);
}

/** Returns the newest operations; the others are only counted. */
function newestOfAll({ all, count }: OperationList, limit: number): OperationsFound {
  const operations: KnownOperation[] = [];
  let damaged = 0;
  for (const each of all) {
    const known = knownOperation(each);
    if (known === null) damaged += 1;
    else if (operations.push(known) >= limit) break;
  }
  return { operations, total: count() - damaged };
}

/** Returns the newest operations that fit the filter; of the others, no more is read than the filter needs. */
function newestThatFit({ all }: OperationList, limit: number, filter: OperationFilter): OperationsFound {
  const fits = fitting(all, filter);
  const operations: KnownOperation[] = [];
  let total = 0;
  for (const each of all) {
    if (!fits(each)) continue;
    const known = operations.length < limit ? knownOperation(each) : undefined;
    if (known === null) continue;
    if (known !== undefined) operations.push(known);
    total += 1;
  }
  return { operations, total };
}

/** True if a filter lets an operation through. Which session it belongs to, only the whole of it tells. */
function fitting(all: OperationList['all'], { session, paths, file, state }: OperationFilter) {
  const id = session === 'last' ? (firstFitting(all, isWhole)?.entry()?.session ?? '') : session;
  return (operation: ListedOperation): boolean => {
    if (state !== undefined && operation.state !== state) return false;
    if (file !== undefined && !operation.paths().includes(file)) return false;
    if (paths !== undefined && !operation.paths().some((each) => paths.some((path) => contains(path, each))))
      return false;
    return id === undefined || operation.entry()?.session === id;
  };
}
