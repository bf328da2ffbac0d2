import type { Direction, ListedOperation, OperationList } from '@dragoman/fs-core';

/** Which operations are meant. */
export interface Selection {
  /** Ids, or beginnings of them that only one has. */
  readonly ids?: readonly string[] | undefined;
  /** In place of ids: all of this session; `last`: of that of the newest operation. */
  readonly session?: string | undefined;
}

/** Why none is. */
export type SelectionProblem =
  | { readonly problem: 'nothing' }
  | { readonly problem: 'unknown'; readonly id: string }
  | { readonly problem: 'ambiguous'; readonly id: string; readonly ids: readonly string[] }
  | { readonly problem: 'state'; readonly id: string; readonly state: 'done' | 'undone' };

// A shorter beginning is as good as none.
const SHORTEST_ID = 4;

/** The operations that are meant, in the order in which they are to be turned; each is whole in the journal. */
export function chosen(
  { all, undone }: OperationList,
  direction: Direction | 'find',
  { ids, session }: Selection,
): readonly ListedOperation[] | SelectionProblem {
  const whole = (each: ListedOperation): boolean => each.entry() !== null;
  const isTurnable = ({ state }: ListedOperation): boolean => state === (direction === 'redo' ? 'undone' : 'done');
  if (session !== undefined) {
    const wanted = session === 'last' ? all.find(whole)?.entry()?.session : session;
    // If all is damaged, there is no last one.
    if (wanted === undefined) return { problem: 'nothing' };
    const its = all.filter((each) => isTurnable(each) && each.entry()?.session === wanted);
    return orNothing(inOrder(its, direction));
  }
  if (ids === undefined) {
    const lastUndone = (): ListedOperation | undefined =>
      undone
        .toReversed()
        .flatMap((id) => all.find((each) => each.id === id) ?? [])
        .find(whole);
    const newest = all.find((each) => (direction === 'find' || isTurnable(each)) && whole(each));
    return orNothing([direction === 'redo' ? lastUndone() : newest].filter((each) => each !== undefined));
  }
  const found = new Set<ListedOperation>();
  for (const id of ids) {
    const one = oneNamed(all.filter(whole), id);
    if ('problem' in one) return one;
    if (direction !== 'find' && !isTurnable(one)) return { problem: 'state', id: one.id, state: one.state };
    found.add(one);
  }
  return orNothing(
    inOrder(
      all.filter((each) => found.has(each)),
      direction,
    ),
  );
}

function oneNamed(all: readonly ListedOperation[], id: string): ListedOperation | SelectionProblem {
  const beginning = id.toLowerCase();
  const [one, ...others] = beginning.length < SHORTEST_ID ? [] : all.filter((each) => each.id.startsWith(beginning));
  if (one === undefined) return { problem: 'unknown', id };
  return others.length === 0 ? one : { problem: 'ambiguous', id, ids: [one, ...others].map((each) => each.id) };
}

function inOrder(newestFirst: readonly ListedOperation[], direction: Direction | 'find'): readonly ListedOperation[] {
  return direction === 'redo' ? newestFirst.toReversed() : newestFirst;
}

function orNothing(found: readonly ListedOperation[]): readonly ListedOperation[] | SelectionProblem {
  return found.length === 0 ? { problem: 'nothing' } : found;
}
