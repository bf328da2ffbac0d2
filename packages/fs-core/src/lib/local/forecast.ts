import type { EntryChange, KeptNode, OperationEntry } from '../journal/entry.ts';
import { type Cell, cellsOf, type Direction, isSameContent } from './change-cells.ts';
import { type ForetoldNode, ForetoldTree, IN_THE_WAY, type LookAt, type SourcedNode } from './foretold-tree.ts';

/** Why an entry cannot be restored. */
export interface Objection {
  readonly path: string;
  readonly problem: 'changed' | 'missing' | 'exists' | 'not-kept';
  /** The entry that was found. */
  readonly found: KeptNode | null;
  /** The entry that was expected. */
  readonly expected: KeptNode | null;
}

/** Foretells how a tree will be once operations were undone or redone one after the other; changes nothing. */
export class Forecast {
  readonly #tree: ForetoldTree;
  readonly #isKept: (node: KeptNode) => boolean;

  constructor(lookAt: LookAt, isKept: (node: KeptNode) => boolean) {
    this.#tree = new ForetoldTree(lookAt);
    this.#isKept = isKept;
  }

  /** By path: the entry as it will be, and as it is. */
  get places(): ReadonlyMap<string, ForetoldNode> {
    return new Map([...this.#tree.changed].filter(([, { isOnTheWay }]) => !isOnTheWay));
  }

  /** Adds an operation. Returns what makes it impossible. */
  async add({ changes }: OperationEntry, direction: Direction): Promise<Objection[]> {
    const objections: Objection[] = [];
    const cells = changes.flatMap((change) => cellsOf(change, direction));
    const now = new Map<Cell, SourcedNode>();
    for (const cell of cells) {
      const place = await this.#tree.at(cell.path, isWhole(cell.expects));
      now.set(cell, place);
      const objection = await this.#objectionTo(cell, place, cells);
      if (objection !== null) objections.push(objection);
    }
    const made = changes.flatMap(madeFor);
    if (direction === 'redo') await this.#tree.makeOnTheWay(made);
    for (const cell of cells) await this.#become(cell, now);
    if (direction === 'undo') this.#tree.removeOnTheWay(made);
    return objections;
  }

  async #objectionTo(cell: Cell, { node: found }: SourcedNode, cells: readonly Cell[]): Promise<Objection | null> {
    const { path, expects: expected, becomes, carriedFrom } = cell;
    if (found === IN_THE_WAY) return { path, problem: 'changed', found: null, expected };
    if (expected === null && found !== null) return { path, problem: 'exists', found, expected };
    if (expected !== null && found === null) return { path, problem: 'missing', found, expected };
    if (!isSameContent(expected, found)) return { path, problem: 'changed', found, expected };
    const goes = becomes === null && found?.kind === 'directory' && !cells.some((each) => each.carriedFrom === path);
    if (goes && !isWhole(expected) && !(await this.#tree.isEmpty(path)))
      return { path, problem: 'changed', found, expected };
    const isMissing = becomes !== null && carriedFrom === undefined && !this.#isKept(becomes);
    return isMissing ? { path, problem: 'not-kept', found, expected } : null;
  }

  async #become(cell: Cell, now: ReadonlyMap<Cell, SourcedNode>): Promise<void> {
    const { path, becomes, carriedFrom, modeOf } = cell;
    const placeAt = (of: string | undefined): SourcedNode | undefined =>
      [...now].find(([{ path }]) => path === of)?.[1];
    const node = withModeSince(becomes, modeOf?.expects ?? null, placeAt(modeOf?.path)?.node ?? null);
    this.#tree.put(path, placeAt(carriedFrom) ?? { node, from: null }, now.get(cell) ?? NOTHING);
    if (carriedFrom !== undefined) await this.#tree.carryBelow(carriedFrom, path);
  }
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
