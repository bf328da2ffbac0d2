import { dirname, sep } from 'node:path';

/** A file that never changes: a write puts another in its place, as a rename does. */
export interface MemoryFileNode {
  readonly kind: 'file';
  /** No other file has it. */
  readonly key: number;
  readonly content: Uint8Array;
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
}

export interface MemoryDirectoryNode {
  readonly kind: 'directory';
  readonly key: number;
  readonly entries: Map<string, MemoryNode>;
}

export type MemoryNode = MemoryFileNode | MemoryDirectoryNode;

/** The place that a path leads to in a tree. */
export interface MemoryPlace {
  /** The deepest directory on the way that is there; null if a file is in the way. */
  readonly directory: MemoryDirectoryNode | null;
  /** Names of directories that are missing below it, and of the entry. */
  readonly names: readonly string[];
  readonly node: MemoryNode | null;
}

let keys = 0;

export function newFile(content: Uint8Array, rest: Partial<Pick<MemoryFileNode, 'mode' | 'mtimeMs'>> = {}) {
  return { kind: 'file', key: ++keys, content, mode: 0o644, mtimeMs: Date.now(), ...rest } satisfies MemoryFileNode;
}

export function newDirectory(): MemoryDirectoryNode {
  return { kind: 'directory', key: ++keys, entries: new Map() };
}

/** Looks for names below a directory. */
export function lookUp(root: MemoryDirectoryNode, names: readonly string[]): MemoryPlace {
  let directory = root;
  for (const [index, name] of names.entries()) {
    const node = directory.entries.get(name) ?? null;
    const isLast = index === names.length - 1;
    if (isLast || node === null) return { directory, names: names.slice(index), node };
    if (node.kind === 'file') return { directory: null, names: names.slice(index), node: null };
    directory = node;
  }
  return { directory: root, names: [], node: root };
}

/** Puts a node where a path leads, and makes the directories that are missing on the way. */
export function put({ directory, names }: MemoryPlace, node: MemoryNode): void {
  let into = directory;
  for (const name of names.slice(0, -1)) {
    const made = newDirectory();
    into?.entries.set(name, made);
    into = made;
  }
  into?.entries.set(names.at(-1) ?? '', node);
}

/** Every entry below a directory with its path, names with a separator between them; a directory before what it holds. */
export function* below(
  directory: MemoryDirectoryNode,
  prefix = '',
): Generator<readonly [path: string, node: MemoryNode]> {
  for (const [name, node] of directory.entries) {
    yield [prefix + name, node];
    if (node.kind === 'directory') yield* below(node, prefix + name + sep);
  }
}

/** True if `path` lies below `outer`. */
export function isBelow(path: string, outer: string): boolean {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) if (above === outer) return true;
  return false;
}
