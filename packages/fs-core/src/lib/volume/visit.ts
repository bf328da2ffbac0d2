import type { DirectoryEntry, OpenDirectory } from './open-entry.ts';

/** A directory during a walk of a tree. It is opened only if its entries are not known. */
export interface Visit extends Disposable {
  /** Relative to where the visits began; empty there. */
  readonly path: string;
  /** Opens the directory, which stays open until the visit ends. */
  open(): OpenDirectory;
  entries(): readonly DirectoryEntry[];
  /** Yields the entries one by one: see `OpenDirectory.eachEntry`. */
  eachEntry(): Iterable<DirectoryEntry | null>;
  /** Visits the directory `name` in this one; that visit must end before this one does. */
  enter(name: string): Visit;
}

/** The directory where visits begin stays the caller's to close. */
export function visitRoot(root: OpenDirectory): Visit {
  return {
    path: '',
    open: () => root,
    entries: () => root.entries(),
    eachEntry: () => root.eachEntry?.() ?? root.entries(),
    enter: (name) => new InnerVisit(root, null, name),
    [Symbol.dispose]: () => undefined,
  };
}

/** Owns the directory that it opens. */
class InnerVisit implements Visit {
  readonly path: string;
  readonly #root: OpenDirectory;
  readonly #outer: InnerVisit | null;
  readonly #name: string;
  #opened: OpenDirectory | null = null;

  constructor(root: OpenDirectory, outer: InnerVisit | null, name: string) {
    this.path = outer === null ? name : `${outer.path}/${name}`;
    this.#root = root;
    this.#outer = outer;
    this.#name = name;
  }

  open(): OpenDirectory {
    this.#opened ??= (this.#outer?.open() ?? this.#root).openDirectory(this.#name);
    return this.#opened;
  }

  entries(): readonly DirectoryEntry[] {
    return this.#root.knownEntries(this.path) ?? this.open().entries();
  }

  eachEntry(): Iterable<DirectoryEntry | null> {
    return this.#root.knownEntries(this.path) ?? this.open().eachEntry?.() ?? this.open().entries();
  }

  enter(name: string): Visit {
    return new InnerVisit(this.#root, this, name);
  }

  [Symbol.dispose](): void {
    this.#opened?.close();
  }
}
