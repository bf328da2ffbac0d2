import {
  contains,
  type Direction,
  filesIn,
  type History,
  type ListedOperation,
  type OperationList,
} from '@dragoman/fs-core/internal/kernel';
import type { DiffedFile, KnownOperation, Refusal, SelectionProblem } from '@dragoman/outcomes/internal/parts';
import { knownOperation } from './journal-operation.ts';
import { diffedFiles, NotKeptError } from './operation-diff.ts';
import { chosen, type Selection } from './selection.ts';

/** What calls of tools did in the trees of a session, whichever session they were made in; and how to take it back. */
export interface SessionJournal {
  /** The newest first. */
  operations(filter?: OperationFilter): Promise<readonly KnownOperation[]>;
  /** The newest of them, and how many there are. */
  newest(limit: number, filter?: OperationFilter): Promise<OperationsFound>;
  /** The newest that a filter lets through; null if there is none. */
  last(filter: OperationFilter): Promise<KnownOperation | null>;
  /**
   * Takes operations back, the newest first: all of them, or none. Default: the newest that is done.
   * @throws ToolError `READ_ONLY` in a session that changes nothing; as `Volume.transact`
   */
  undo(ids?: readonly string[], options?: TurnOptions): Promise<TurnOutcome>;
  /** Makes again what was taken back, the oldest first. Default: the one taken back last. @throws ToolError as `undo` */
  redo(ids?: readonly string[], options?: TurnOptions): Promise<TurnOutcome>;
  /** The operation of an id, or of a beginning of one that no other has; the newest where none is given. */
  find(id?: string): Promise<KnownOperation | SelectionProblem>;
  /** What an operation, as `find` finds it, did to each file. */
  diff(id?: string): Promise<DiffOutcome>;
  /** The bytes of a version; null if they are not kept. */
  contentOf(version: string): Promise<Uint8Array | null>;
}

/** What `diff` found. */
export type DiffOutcome =
  | { readonly kind: 'diff'; readonly operation: KnownOperation; readonly files: readonly DiffedFile[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface OperationFilter {
  /** Those of this session; `last`: of that of the newest operation. */
  readonly session?: string | undefined;
  /** Those that changed something at one of these absolute paths, or below it. */
  readonly paths?: readonly string[] | undefined;
  /** Those that changed what is at this absolute path itself. */
  readonly file?: string | undefined;
  readonly state?: 'done' | 'undone' | undefined;
}

export interface OperationsFound {
  readonly operations: readonly KnownOperation[];
  readonly total: number;
}

export interface TurnOptions {
  /** In place of ids: all operations of this session; `last`: of that of the newest operation. */
  readonly session?: string | undefined;
  /** Everything is checked, and nothing is changed. */
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** As `CallOptions.onWritten`. */
  readonly onWritten?: ((bytes: number) => void) | undefined;
}

/** What came of it. */
export type TurnOutcome =
  | { readonly kind: 'undone' | 'redone'; readonly dryRun: boolean; readonly operations: readonly KnownOperation[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface JournalAccess {
  /** Over the trees in which the session works by now. */
  readonly history: () => Promise<History>;
  /** @throws ToolError `READ_ONLY` */
  readonly assertWritable: () => void;
  readonly dryRun: boolean;
}

export function createSessionJournal({ history, assertWritable, dryRun: isDry }: JournalAccess): SessionJournal {
  const listed = async (): Promise<OperationList> => {
    const { all, undone, countAllowed } = await (await history()).list();
    return { all: allowed(all), undone, countAllowed };
  };
  const turn = async (direction: Direction, selection: Selection, options: TurnOptions): Promise<TurnOutcome> => {
    assertWritable();
    const found = chosen(await listed(), direction, selection);
    if ('problem' in found) return { kind: 'refused', refusal: found };
    const { dryRun = isDry, signal, onWritten } = options;
    const operations = found.flatMap((each) => each.entry() ?? []);
    const refused = await (await history()).turn({ direction, operations }, { dryRun, signal });
    if (refused.length > 0) return { kind: 'refused', refusal: { problem: 'files', operations: refused } };
    const known = found.flatMap((each) => knownOperation(each) ?? []);
    if (!dryRun) onWritten?.(bytesPutBack(direction, known));
    return { kind: direction === 'undo' ? 'undone' : 'redone', dryRun, operations: known };
  };
  const find = async (id?: string): Promise<KnownOperation | SelectionProblem> => {
    const found = chosen(await listed(), 'find', { ids: id === undefined ? undefined : [id] });
    if ('problem' in found) return found;
    const [operation] = found.flatMap((each) => knownOperation(each) ?? []);
    return operation ?? { problem: 'nothing' };
  };
  return {
    operations: async (filter = {}) => (await newestOf(await listed(), Number.POSITIVE_INFINITY, filter)).operations,
    newest: async (limit, filter = {}) => newestOf(await listed(), limit, filter),
    async last(filter) {
      const { all } = await listed();
      const fits = fitting(all, filter);
      for (const each of all) {
        const known = fits(each) ? knownOperation(each) : null;
        if (known !== null) return known;
      }
      return null;
    },
    undo: (ids, options = {}) => turn('undo', { ids, session: options.session }, options),
    redo: (ids, options = {}) => turn('redo', { ids, session: options.session }, options),
    find,
    async diff(id) {
      const operation = await find(id);
      return 'problem' in operation ? { kind: 'refused', refusal: operation } : diffOf(operation, await history());
    },
    contentOf: async (version) => (await history()).contentOf(version),
  };
}

/** The size of all files whose content was put back. */
function bytesPutBack(direction: Direction, operations: readonly KnownOperation[]): number {
  const files = operations.flatMap(({ entries }) =>
    entries.flatMap(({ before, after, replaced }) => {
      const [left, back] = direction === 'undo' ? [after, [before, replaced]] : [before, [after]];
      // A file that only gets its old name again keeps its content.
      const kept = new Set(filesIn(left).map(({ version }) => version));
      return back.flatMap(filesIn).filter(({ version }) => !kept.has(version));
    }),
  );
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Those that the asker may see; what he does not ask for is not read. */
function allowed(all: OperationList['all']): OperationList['all'] {
  return {
    *[Symbol.iterator]() {
      for (const each of all) if (each.isAllowed) yield each;
    },
  };
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

function newestOf(list: OperationList, limit: number, filter: OperationFilter): OperationsFound {
  return Object.values(filter).every((each) => each === undefined)
    ? newestOfAll(list, limit)
    : newestThatFit(list, limit, filter);
}

/** Those that are not shown are only counted. */
function newestOfAll({ all, countAllowed }: OperationList, limit: number): OperationsFound {
  const operations: KnownOperation[] = [];
  let damaged = 0;
  for (const each of all) {
    const known = knownOperation(each);
    if (known === null) damaged += 1;
    else if (operations.push(known) >= limit) break;
  }
  return { operations, total: countAllowed() - damaged };
}

/** Of those that are not shown, no more is read than the filter asks for. */
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

/** Whether a filter lets an operation through. Which session it belongs to, only the whole of it tells. */
function fitting(all: OperationList['all'], { session, paths, file, state }: OperationFilter) {
  const id = session === 'last' ? sessionOfNewest(all) : session;
  return (operation: ListedOperation): boolean => {
    if (state !== undefined && operation.state !== state) return false;
    if (file !== undefined && !operation.paths().includes(file)) return false;
    if (paths !== undefined && !operation.paths().some((each) => paths.some((path) => contains(path, each))))
      return false;
    return id === undefined || operation.entry()?.session === id;
  };
}

function sessionOfNewest(all: OperationList['all']): string {
  for (const each of all) {
    const entry = each.entry();
    if (entry !== null) return entry.session;
  }
  return '';
}
