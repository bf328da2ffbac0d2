import { dirname, join, relative, sep } from 'node:path';
import type { KeptNode } from '../journal/entry.ts';
import { contains } from '../paths/scope.ts';

/** An entry, and where its content comes from. */
export interface SourcedNode {
  readonly node: KeptNode | null;
  /** Path of the entry on the disk; null if its content comes from the journal. */
  readonly from: string | null;
}

/** What an entry will become. */
export interface ForetoldNode extends SourcedNode {
  /** The entry as it is now; null for a parent directory, which is made for its content and removed after it. */
  readonly found: KeptNode | null;
  readonly isOnTheWay: boolean;
}

/** Stands for an entry that cannot be reached, because a link or a file has come into its path. */
export const IN_THE_WAY: KeptNode = { kind: 'other' };

/** Looks at the disk. @param isWhole whether to list the content of a directory, too */
export type LookAt = (path: string, isWhole: boolean) => Promise<KeptNode | null>;

/** A tree as it will be after changes that are not made yet. Entries that do not change are looked up on the disk. */
export class ForetoldTree {
  readonly #changed = new Map<string, ForetoldNode>();
  /** Directories to remove if they are empty. Listing one may be slow, so it is put off until the answer matters. */
  readonly #going = new Set<string>();
  readonly #lookAt: LookAt;

  constructor(lookAt: LookAt) {
    this.#lookAt = lookAt;
  }

  get changed(): ReadonlyMap<string, ForetoldNode> {
    return this.#changed;
  }

  /** @param isWhole whether to list the content that a directory will have, too */
  async at(path: string, isWhole: boolean): Promise<SourcedNode> {
    const place = await this.#placeAt(path, isWhole);
    return isWhole ? { ...place, node: await this.#whole(path, place) } : place;
  }

  /** Puts an entry in the place of `before`, with everything that was below that. */
  put(path: string, { node, from }: SourcedNode, before: SourcedNode): void {
    const found = this.#changed.get(path)?.found ?? (before.from === path ? before.node : null);
    for (const below of this.#below(path)) this.#changed.delete(below);
    this.#changed.set(path, { node, from, found, isOnTheWay: false });
  }

  /** Moves the changes below a directory along with it. */
  async carryBelow(from: string, to: string): Promise<void> {
    for (const path of this.#going) if (contains(from, path)) await this.at(path, false);
    for (const path of this.#below(from)) {
      const place = this.#changed.get(path);
      this.#changed.delete(path);
      if (place !== undefined) this.#changed.set(join(to, relative(from, path)), place);
    }
  }

  /** Makes the missing parents of a new entry. */
  async makeOnTheWay(paths: readonly string[]): Promise<void> {
    for (const path of [...paths].sort()) {
      const { node } = await this.at(path, false);
      if (node === null) this.#putOnTheWay(path, { kind: 'directory', mode: 0, entries: {} });
    }
  }

  /** Marks the parents of a removed entry: each goes if it is empty. */
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

  /** A directory with all the content that it will have. */
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

  /** The nearest parent directory that changes. */
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
    // A file may be named as a property of every object, such as `constructor`.
    found = entries !== undefined && Object.hasOwn(entries, name) ? (entries[name] ?? null) : null;
  }
  return found;
}
