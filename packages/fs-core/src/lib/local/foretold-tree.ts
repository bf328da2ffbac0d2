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
export interface ForetoldTree {
  readonly changed: Map<string, ForetoldNode>;
  /** Directories to remove if they are empty. Listing one may be slow, so it is put off until the answer matters. */
  readonly going: Set<string>;
  readonly lookAt: LookAt;
}

export function foretoldTree(lookAt: LookAt): ForetoldTree {
  return { changed: new Map(), going: new Set(), lookAt };
}

/** @param isWhole whether to list the content that a directory will have, too */
export async function entryAt(tree: ForetoldTree, path: string, isWhole: boolean): Promise<SourcedNode> {
  const place = await placeAt(tree, path, isWhole);
  return isWhole ? { ...place, node: await whole(tree, path, place) } : place;
}

/** Puts an entry in the place of `before`, with everything that was below that. */
export function putEntry(
  tree: ForetoldTree,
  path: string,
  { node, from, before }: SourcedNode & { readonly before: SourcedNode },
): void {
  const found = tree.changed.get(path)?.found ?? (before.from === path ? before.node : null);
  for (const each of changedBelow(tree, path)) tree.changed.delete(each);
  tree.changed.set(path, { node, from, found, isOnTheWay: false });
}

/** Moves the changes below a directory along with it. */
export async function carryBelow(tree: ForetoldTree, from: string, to: string): Promise<void> {
  for (const path of tree.going) if (contains(from, path)) await entryAt(tree, path, false);
  for (const path of changedBelow(tree, from)) {
    const place = tree.changed.get(path);
    tree.changed.delete(path);
    if (place !== undefined) tree.changed.set(join(to, relative(from, path)), place);
  }
}

/** Makes the missing parents of a new entry. */
export async function makeOnTheWay(tree: ForetoldTree, paths: readonly string[]): Promise<void> {
  for (const path of [...paths].sort()) {
    const { node } = await entryAt(tree, path, false);
    if (node === null) putOnTheWay(tree, path, { kind: 'directory', mode: 0, entries: {} });
  }
}

/** Marks the parents of a removed entry: each goes if it is empty. */
export function removeOnTheWay(tree: ForetoldTree, paths: readonly string[]): void {
  for (const path of paths) tree.going.add(path);
}

export async function isEmpty(tree: ForetoldTree, path: string): Promise<boolean> {
  const { node } = await entryAt(tree, path, true);
  return node?.kind === 'directory' && Object.keys(node.entries ?? {}).length === 0;
}

function putOnTheWay(tree: ForetoldTree, path: string, node: KeptNode | null): void {
  const known = tree.changed.get(path);
  if (known !== undefined) tree.changed.set(path, { ...known, node, from: null });
  else tree.changed.set(path, { node, from: null, found: null, isOnTheWay: true });
}

async function placeAt(tree: ForetoldTree, path: string, isWhole: boolean): Promise<SourcedNode> {
  if (tree.going.delete(path) && (await isEmpty(tree, path))) putOnTheWay(tree, path, null);
  const known = tree.changed.get(path);
  if (known !== undefined) return known;
  const [parent, place] = changedAbove(tree, path);
  if (place === undefined) return { node: await tree.lookAt(path, isWhole), from: path };
  const rest = relative(parent, path);
  if (place.from === null) return { node: within(place.node, rest), from: null };
  const from = join(place.from, rest);
  return { node: await tree.lookAt(from, isWhole), from };
}

/** A directory with all the content that it will have. */
async function whole(tree: ForetoldTree, path: string, { node, from }: SourcedNode): Promise<KeptNode | null> {
  if (node?.kind !== 'directory') return node;
  const told = node.entries === undefined && from !== null ? await tree.lookAt(from, true) : node;
  const entries = new Map(Object.entries((told?.kind === 'directory' && told.entries) || {}));
  const names = new Set(changedBelow(tree, path).flatMap((each) => relative(path, each).split(sep).slice(0, 1)));
  for (const name of names) {
    const { node: entry } = await entryAt(tree, join(path, name), true);
    if (entry === null) entries.delete(name);
    else entries.set(name, entry);
  }
  return { ...node, entries: Object.fromEntries(entries) };
}

/** The nearest parent directory that changes. */
function changedAbove(tree: ForetoldTree, path: string): readonly [string, SourcedNode | undefined] {
  for (let above = dirname(path); ; above = dirname(above)) {
    const place = tree.changed.get(above);
    if (place !== undefined || dirname(above) === above) return [above, place];
  }
}

function changedBelow(tree: ForetoldTree, path: string): string[] {
  return [...tree.changed.keys()].filter((each) => each !== path && contains(path, each));
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
