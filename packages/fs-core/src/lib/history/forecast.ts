import { dirname, join, relative, sep } from 'node:path';
import type { KeptNode, OperationEntry } from '../journal/entry.ts';
import { contains } from '../scope/scope.ts';
import { type Cell, cellsOf, type Direction, isSameContent } from './change-cells.ts';

/** What is at a name, and where it comes from. */
export interface Place {
  readonly node: KeptNode | null;
  /** The name that it has on the disk; null if it comes out of the journal. */
  readonly from: string | null;
}

/** Why a name cannot become what it was. */
export interface Objection {
  readonly path: string;
  readonly problem: 'changed' | 'missing' | 'exists' | 'not-kept';
  /** What is there. */
  readonly found: KeptNode | null;
}

/** Looks at the disk. @param isWhole whether what a directory holds is told, too */
export type LookAt = (path: string, isWhole: boolean) => Promise<KeptNode | null>;

/** What names will lead to once operations are taken back or made again, one after the other; nothing is changed. */
export class Forecast {
  /** By path: what it will be, and what it is. */
  readonly places = new Map<string, Place & { readonly found: KeptNode | null }>();
  readonly #lookAt: LookAt;
  readonly #isKept: (node: KeptNode) => boolean;

  constructor(lookAt: LookAt, isKept: (node: KeptNode) => boolean) {
    this.#lookAt = lookAt;
    this.#isKept = isKept;
  }

  /** Adds an operation. Returns what keeps it from being done. */
  async add({ changes }: OperationEntry, direction: Direction): Promise<Objection[]> {
    const objections: Objection[] = [];
    const cells = changes.flatMap((change) => cellsOf(change, direction));
    const now = new Map<Cell, Place>();
    for (const cell of cells) {
      const place = await this.#at(cell.path, cell.expects);
      now.set(cell, place);
      const objection = await this.#objectionTo(cell, place, cells);
      if (objection !== null) objections.push(objection);
    }
    for (const cell of cells) await this.#become(cell, now);
    return objections;
  }

  async #objectionTo(cell: Cell, { node: found }: Place, cells: readonly Cell[]): Promise<Objection | null> {
    const { path, expects, becomes, carriedFrom } = cell;
    if (expects === null && found !== null) return { path, problem: 'exists', found };
    if (expects !== null && found === null) return { path, problem: 'missing', found };
    if (!isSameContent(expects, found)) return { path, problem: 'changed', found };
    const goes = becomes === null && found?.kind === 'directory' && !cells.some((each) => each.carriedFrom === path);
    if (goes && expects?.kind === 'directory' && expects.entries === undefined && !(await this.#isEmpty(path)))
      return { path, problem: 'changed', found };
    const isMissing = becomes !== null && carriedFrom === undefined && !this.#isKept(becomes);
    return isMissing ? { path, problem: 'not-kept', found } : null;
  }

  async #become({ path, expects, becomes, carriedFrom, modeOf }: Cell, now: ReadonlyMap<Cell, Place>): Promise<void> {
    const found = this.places.get(path)?.found ?? (await this.#lookAt(path, isWhole(expects)));
    const placeAt = (of: string | undefined): Place | undefined => [...now].find(([cell]) => cell.path === of)?.[1];
    const node = withModeSince(becomes, modeOf?.expects ?? null, placeAt(modeOf?.path)?.node ?? null);
    this.places.set(path, { ...(placeAt(carriedFrom) ?? { node, from: null }), found });
  }

  /** What a name leads to by now. */
  async #at(path: string, expects: KeptNode | null): Promise<Place> {
    const known = this.places.get(path);
    if (known !== undefined) return known;
    const [above, place] = this.#above(path);
    if (place === undefined) return { node: await this.#lookAt(path, isWhole(expects)), from: path };
    const below = relative(above, path);
    if (place.from === null) return { node: within(place.node, below), from: null };
    const from = join(place.from, below);
    return { node: await this.#lookAt(from, isWhole(expects)), from };
  }

  /** The nearest directory on the way of which something is foretold. */
  #above(path: string): readonly [string, Place | undefined] {
    for (let above = dirname(path); ; above = dirname(above)) {
      const place = this.places.get(above);
      if (place !== undefined || dirname(above) === above) return [above, place];
    }
  }

  /** Whether nothing will be left in a directory. */
  async #isEmpty(path: string): Promise<boolean> {
    const { node } = await this.#at(path, { kind: 'directory', mode: 0, entries: {} });
    if (this.places.get(path)?.from === null) return true;
    const whole = node?.kind === 'directory' && node.entries === undefined ? await this.#lookAt(path, true) : node;
    const names = whole?.kind === 'directory' ? Object.keys(whole.entries ?? {}) : [];
    const stay = names.filter((name) =>
      this.#staysBelow(join(path, name), whole?.kind === 'directory' ? (whole.entries?.[name] ?? null) : null),
    );
    const come = [...this.places].some(([each, place]) => each !== path && contains(path, each) && place.node !== null);
    return stay.length === 0 && !come;
  }

  #staysBelow(path: string, node: KeptNode | null): boolean {
    const place = this.places.get(path);
    if (place !== undefined) return place.node !== null;
    if (node?.kind !== 'directory') return true;
    const entries = Object.entries(node.entries ?? {});
    // A directory that was made for what goes now goes with it.
    return entries.length === 0 || entries.some(([name, each]) => this.#staysBelow(join(path, name), each));
  }
}

/** A file with the mode that somebody has given it since; it is recorded with another. */
function withModeSince(becomes: KeptNode | null, expects: KeptNode | null, there: KeptNode | null): KeptNode | null {
  if (becomes?.kind !== 'file' || expects?.kind !== 'file' || there?.kind !== 'file') return becomes;
  return there.mode === expects.mode ? becomes : { ...becomes, mode: there.mode };
}

function isWhole(expects: KeptNode | null): boolean {
  return expects?.kind === 'directory' && expects.entries !== undefined;
}

function within(node: KeptNode | null, below: string): KeptNode | null {
  let found: KeptNode | null = node;
  for (const name of below.split(sep)) {
    const entries = found?.kind === 'directory' ? found.entries : undefined;
    // A name may be that of something that every object has.
    found = entries !== undefined && Object.hasOwn(entries, name) ? (entries[name] ?? null) : null;
  }
  return found;
}
