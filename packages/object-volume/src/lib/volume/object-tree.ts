import { ToolError } from '@dragoman/fs-core';
import type { StoredObject } from '../object-store.ts';
import { namesIn } from './keys.ts';

export interface FileNode {
  readonly kind: 'file';
  object: StoredObject;
}

export interface DirectoryNode {
  readonly kind: 'directory';
  readonly entries: Map<string, ObjectNode>;
}

export type ObjectNode = FileNode | DirectoryNode;

export function newDirectory(): DirectoryNode {
  return { kind: 'directory', entries: new Map() };
}

/**
 * Puts what a list shows into a tree. A key that is no path is left out, and so is a file whose key is also the beginning
 * of others': in a tree, it cannot be both.
 * @param key seen from the tree's root; one that ends in a slash is a directory's
 * @returns how many directories that made; null for a key that is no path
 */
export function insert(tree: DirectoryNode, key: string, object: StoredObject | null): number | null {
  const isDirectory = key.endsWith('/');
  const names = namesIn(isDirectory ? key.slice(0, -1) : key);
  if (names === null) return null;
  const last = isDirectory ? names.length : names.length - 1;
  let [directory, made] = [tree, 0];
  for (const each of names.slice(0, last)) {
    if (directory.entries.get(each)?.kind !== 'directory') made += 1;
    directory = directoryIn(directory, each);
  }
  const name = names.at(-1) ?? '';
  if (!isDirectory && object !== null && directory.entries.get(name)?.kind !== 'directory')
    directory.entries.set(name, { kind: 'file', object });
  return made;
}

function directoryIn({ entries }: DirectoryNode, name: string): DirectoryNode {
  const node = entries.get(name);
  if (node?.kind === 'directory') return node;
  const made = newDirectory();
  entries.set(name, made);
  return made;
}

/**
 * Lets a file follow what was fetched of it. Lists tell its time more exactly than other answers, which have seconds.
 * @throws ToolError as `assertSameSize`
 */
export function follow(node: FileNode, fetched: StoredObject): void {
  assertSameSize(node.object, fetched);
  if (fetched.etag !== node.object.etag) node.object = fetched;
}

/** @throws ToolError `IO_ERROR` if the store tells two sizes of one state */
export function assertSameSize(known: StoredObject, fetched: StoredObject): void {
  if (known.etag !== fetched.etag || known.size === fetched.size) return;
  const reason = `with ${fetched.size} bytes for what it had said to be ${known.size}`;
  throw new ToolError({ code: 'IO_ERROR', problem: 'store-answer', reason }, `The store answered ${reason}`);
}

/** The entry that names lead to; null if nothing is there. `isThroughFile`: one of the names on the way is a file's. */
export function lookUp(
  tree: DirectoryNode,
  names: readonly string[],
): { readonly node: ObjectNode | null; readonly isThroughFile: boolean } {
  let node: ObjectNode = tree;
  for (const name of names) {
    if (node.kind === 'file') return { node: null, isThroughFile: true };
    const next = node.entries.get(name);
    if (next === undefined) return { node: null, isThroughFile: false };
    node = next;
  }
  return { node, isThroughFile: false };
}

/** Every entry below a directory with its path, a directory before what it holds. */
export function* below({ entries }: DirectoryNode, prefix = ''): Generator<readonly [path: string, node: ObjectNode]> {
  for (const [name, node] of entries) {
    const path = prefix + name;
    yield [path, node];
    if (node.kind === 'directory') yield* below(node, `${path}/`);
  }
}
