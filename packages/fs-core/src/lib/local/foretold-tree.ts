import { dirname, join, relative, sep } from 'node:path';
import type { KeptNode } from '../journal/entry.ts';
import { contains } from '../paths/scope.ts';

/** What is at a name, and where it comes from. */
export interface SourcedNode {
  readonly node: KeptNode | null;
  /** The name that it has on the disk; null if it comes out of the journal. */
  readonly from: string | null;
}

/** What a name that changes will lead to. */
export interface ForetoldNode extends SourcedNode {
  /** What is there now; null for a directory on the way, which comes and goes with what is in it. */
  readonly found: KeptNode | null;
  readonly isOnTheWay: boolean;
}

/** What a name leads to that cannot be reached as it was: a link or a file is on the way by now. */
export const IN_THE_WAY: KeptNode = { kind: 'other' };

/** Looks at the disk. @param isWhole whether what a directory holds is told, too */
export type LookAt = (path: string, isWhole: boolean) => Promise<KeptNode | null>;

/** What names lead to after changes that are only foretold; the names that do not change are looked up on the disk. */
export class ForetoldTree {
  readonly #changed = new Map<string, ForetoldNode>();
  /** Directories that go if they are empty, which is found out once somebody asks: they may hold a lot. */
  readonly #going = new Set<string>();
  readonly #lookAt: LookAt;

  constructor(lookAt: LookAt) {
    this.#lookAt = lookAt;
  }

  get changed(): ReadonlyMap<string, ForetoldNode> {
    return this.#changed;
  }

  /** @param isWhole whether what a directory holds by then is told, too */
  async at(path: string, isWhole: boolean): Promise<SourcedNode> {
    const place = await this.#placeAt(path, isWhole);
    return isWhole ? { ...place, node: await this.#whole(path, place) } : place;
  }

  /** Puts something at a name that led to `before`; what was below goes. */
  put(path: string, { node, from }: SourcedNode, before: SourcedNode): void {
    const found = this.#changed.get(path)?.found ?? (before.from === path ? before.node : null);
    for (const below of this.#below(path)) this.#changed.delete(below);
    this.#changed.set(path, { node, from, found, isOnTheWay: false });
  }

  /** Takes along what is foretold below a directory that gets another name. */
  async carryBelow(from: string, to: string): Promise<void> {
    for (const path of this.#going) if (contains(from, path)) await this.at(path, false);
    for (const path of this.#below(from)) {
      const place = this.#changed.get(path);
      this.#changed.delete(path);
      if (place !== undefined) this.#changed.set(join(to, relative(from, path)), place);
    }
  }

  /** Directories come for what is put into them. */
  async makeOnTheWay(paths: readonly string[]): Promise<void> {
    for (const path of [...paths].sort()) {
      const { node } = await this.at(path, false);
      if (node === null) this.#putOnTheWay(path, { kind: 'directory', mode: 0, entries: {} });
    }
  }

  /** Directories go if nothing is left in them. */
  removeOnTheWay(paths: readonly string[]): void {
    for (const path of paths) this.#going.add(path);
  }

  async isEmpty(path: string): Promise<boolean> {
    const { node } = await this.at(path, true);
    return node?.kind === 'directory' && Object.keys(node.entries ?? {}).length === 0;
  }

  #putOnTheWay(path: string, node: KeptNode | null): void {
    const known = this.#changed.get(path);
    if (known !== undefined) this.#changed.set(path, { ...known, node, from: null });
    else this.#changed.set(path, { node, from: null, found: null, isOnTheWay: true });
  }

  async #placeAt(path: string, isWhole: boolean): Promise<SourcedNode> {
    if (this.#going.delete(path) && (await this.isEmpty(path))) this.#putOnTheWay(path, null);
    const known = this.#changed.get(path);
    if (known !== undefined) return known;
    const [above, place] = this.#above(path);
    if (place === undefined) return { node: await this.#lookAt(path, isWhole), from: path };
    const below = relative(above, path);
    if (place.from === null) return { node: within(place.node, below), from: null };
    const from = join(place.from, below);
    return { node: await this.#lookAt(from, isWhole), from };
  }

  /** A directory with all that it holds by then. */
  async #whole(path: string, { node, from }: SourcedNode): Promise<KeptNode | null> {
    if (node?.kind !== 'directory') return node;
    const told = node.entries === undefined && from !== null ? await this.#lookAt(from, true) : node;
    const entries = new Map(Object.entries((told?.kind === 'directory' && told.entries) || {}));
    const names = new Set(this.#below(path).flatMap((below) => relative(path, below).split(sep).slice(0, 1)));
    for (const name of names) {
      const { node: entry } = await this.at(join(path, name), true);
      if (entry === null) entries.delete(name);
      else entries.set(name, entry);
    }
    return { ...node, entries: Object.fromEntries(entries) };
  }

  /** The nearest directory on the way of which something is foretold. */
  #above(path: string): readonly [string, SourcedNode | undefined] {
    for (let above = dirname(path); ; above = dirname(above)) {
      const place = this.#changed.get(above);
      if (place !== undefined || dirname(above) === above) return [above, place];
    }
  }

  #below(path: string): string[] {
    return [...this.#changed.keys()].filter((each) => each !== path && contains(path, each));
  }
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
