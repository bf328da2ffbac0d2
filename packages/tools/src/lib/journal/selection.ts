import type { Direction, ListedOperation, OperationList } from '@dragoman/history/internal/history';
import type { SelectionProblem } from '@dragoman/outcomes/internal/parts';

/** The operations that a caller means. */
export interface Selection {
  /** Ids, or beginnings of them that only one has. */
  readonly ids?: readonly string[] | undefined;
  /** A session, in place of ids, whose operations are all meant; `last`: that of the newest operation. */
  readonly session?: string | undefined;
}

// A shorter beginning is as good as none.
const SHORTEST_ID = 4;
const ID_LENGTH = 8;

type Purpose = Direction | 'find';
type OperationLists = Pick<OperationList, 'all' | 'undone'>;

/** Returns the operations that are meant, in the order of their undo or redo; each is whole in the journal. */
export function chosen(
  list: OperationLists,
  purpose: Purpose,
  { ids, session }: Selection,
): readonly ListedOperation[] | SelectionProblem {
  if (session !== undefined) return ofSession(list, purpose, session);
  if (ids !== undefined) return named(list, purpose, ids);
  const one = purpose === 'redo' ? lastUndone(list) : newest(list, purpose);
  return one === null ? { problem: 'nothing' } : [one];
}

export function isWhole(operation: ListedOperation): boolean {
  return operation.entry() !== null;
}

function isMeant({ state }: ListedOperation, purpose: Purpose): boolean {
  return purpose === 'find' || state === (purpose === 'redo' ? 'undone' : 'done');
}

function newest({ all }: OperationLists, purpose: Purpose): ListedOperation | null {
  return firstFitting(all, (each) => isMeant(each, purpose) && isWhole(each));
}

function lastUndone({ all, undone }: OperationLists): ListedOperation | null {
  for (const id of undone) {
    const one = firstFitting(all, (each) => each.id === id);
    if (one !== null && isWhole(one)) return one;
  }
  return null;
}

function ofSession({ all }: OperationLists, purpose: Purpose, session: string) {
  const id = session === 'last' ? firstFitting(all, isWhole)?.entry()?.session : session;
  // If all is damaged, there is no last one.
  if (id === undefined) return { problem: 'nothing' } as const;
  const its = [...all].filter((each) => isMeant(each, purpose) && each.entry()?.session === id);
  return orNothing(inOrder(its, purpose));
}

function named({ all }: OperationLists, purpose: Purpose, ids: readonly string[]) {
  const found = new Set<string>();
  for (const id of ids) {
    const one = oneNamed(all, id);
    if ('problem' in one) return one;
    if (!isMeant(one, purpose)) return { problem: 'state', id: one.id, state: one.state } as const;
    found.add(one.id);
  }
  const newestFirst: ListedOperation[] = [];
  for (const each of found.size === 0 ? [] : all) {
    if (found.has(each.id)) newestFirst.push(each);
    if (newestFirst.length === found.size) break;
  }
  return orNothing(inOrder(newestFirst, purpose));
}

function oneNamed(all: Iterable<ListedOperation>, id: string): ListedOperation | SelectionProblem {
  const beginning = id.toLowerCase();
  if (beginning.length < SHORTEST_ID) return { problem: 'unknown', id };
  const isNamed = (each: ListedOperation): boolean => each.id.startsWith(beginning) && isWhole(each);
  // A whole id needs no look at all the others.
  const whole = beginning.length === ID_LENGTH ? firstFitting(all, isNamed) : null;
  const [one, ...others] = whole === null ? [...all].filter(isNamed) : [whole];
  if (one === undefined) return { problem: 'unknown', id };
  return others.length === 0 ? one : { problem: 'ambiguous', id, ids: [one, ...others].map((each) => each.id) };
}

export function firstFitting<T>(all: Iterable<T>, fits: (each: T) => boolean): T | null {
  for (const each of all) if (fits(each)) return each;
  return null;
}

function inOrder(newestFirst: readonly ListedOperation[], purpose: Purpose): readonly ListedOperation[] {
  return purpose === 'redo' ? newestFirst.toReversed() : newestFirst;
}

function orNothing(found: readonly ListedOperation[]): readonly ListedOperation[] | SelectionProblem {
  return found.length === 0 ? { problem: 'nothing' } : found;
}
