import type { EntryChange, KeptNode, OperationEntry } from '../journal/entry.ts';
import { type Cell, cellsOf, type Direction, isSameContent } from './change-cells.ts';
import {
  carryBelow,
  entryAt,
  type ForetoldNode,
  type ForetoldTree,
  foretoldTree,
  IN_THE_WAY,
  isEmpty,
  type LookAt,
  makeOnTheWay,
  putEntry,
  removeOnTheWay,
  type SourcedNode,
} from './foretold-tree.ts';

/** Why an entry cannot be restored. */
export interface Objection {
  readonly path: string;
  readonly problem: 'changed' | 'missing' | 'exists' | 'not-kept';
  /** The entry that was found. */
  readonly found: KeptNode | null;
  /** The entry that was expected. */
  readonly expected: KeptNode | null;
}

/** How a tree will be once operations were undone or redone one after the other; nothing is changed. */
export interface Forecast {
  readonly tree: ForetoldTree;
  readonly isKept: (node: KeptNode) => boolean;
}

export function beginForecast(lookAt: LookAt, isKept: (node: KeptNode) => boolean): Forecast {
  return { tree: foretoldTree(lookAt), isKept };
}

/** By path: the entry as it will be, and as it is. */
export function placesIn({ tree }: Forecast): ReadonlyMap<string, ForetoldNode> {
  return new Map([...tree.changed].filter(([, { isOnTheWay }]) => !isOnTheWay));
}

/** Adds an operation to a forecast. Returns what makes it impossible. */
export async function foretellOne(
  forecast: Forecast,
  { changes }: OperationEntry,
  direction: Direction,
): Promise<Objection[]> {
  const { tree } = forecast;
  const objections: Objection[] = [];
  const cells = changes.flatMap((change) => cellsOf(change, direction));
  const now = new Map<Cell, SourcedNode>();
  for (const cell of cells) {
    const place = await entryAt(tree, cell.path, isWhole(cell.expects));
    now.set(cell, place);
    const objection = await objectionTo(forecast, cell, { found: place.node, cells });
    if (objection !== null) objections.push(objection);
  }
  const made = changes.flatMap(madeFor);
  if (direction === 'redo') await makeOnTheWay(tree, made);
  for (const cell of cells) await become(tree, cell, now);
  if (direction === 'undo') removeOnTheWay(tree, made);
  return objections;
}

async function objectionTo(
  { tree, isKept }: Forecast,
  { path, expects: expected, becomes, carriedFrom }: Cell,
  { found, cells }: { readonly found: KeptNode | null; readonly cells: readonly Cell[] },
): Promise<Objection | null> {
  if (found === IN_THE_WAY) return { path, problem: 'changed', found: null, expected };
  if (expected === null && found !== null) return { path, problem: 'exists', found, expected };
  if (expected !== null && found === null) return { path, problem: 'missing', found, expected };
  if (!isSameContent(expected, found)) return { path, problem: 'changed', found, expected };
  const goes = becomes === null && found?.kind === 'directory' && !cells.some((each) => each.carriedFrom === path);
  if (goes && !isWhole(expected) && !(await isEmpty(tree, path))) return { path, problem: 'changed', found, expected };
  const isMissing = becomes !== null && carriedFrom === undefined && !isKept(becomes);
  return isMissing ? { path, problem: 'not-kept', found, expected } : null;
}

async function become(tree: ForetoldTree, cell: Cell, now: ReadonlyMap<Cell, SourcedNode>): Promise<void> {
  const { path, becomes, carriedFrom, modeOf } = cell;
  const placeAt = (of: string | undefined): SourcedNode | undefined => [...now].find(([{ path }]) => path === of)?.[1];
  const node = withModeSince(becomes, modeOf?.expects ?? null, placeAt(modeOf?.path)?.node ?? null);
  putEntry(tree, path, { ...(placeAt(carriedFrom) ?? { node, from: null }), before: now.get(cell) ?? NOTHING });
  if (carriedFrom !== undefined) await carryBelow(tree, carriedFrom, path);
}

const NOTHING: SourcedNode = { node: null, from: null };

function madeFor({ made = [] }: EntryChange): readonly string[] {
  return made;
}

/** A recorded file with the mode that it has now: a mode that was set since is kept. */
function withModeSince(becomes: KeptNode | null, expects: KeptNode | null, there: KeptNode | null): KeptNode | null {
  if (becomes?.kind !== 'file' || expects?.kind !== 'file' || there?.kind !== 'file') return becomes;
  return there.mode === expects.mode ? becomes : { ...becomes, mode: there.mode };
}

function isWhole(expects: KeptNode | null): boolean {
  return expects?.kind === 'directory' && expects.entries !== undefined;
}
