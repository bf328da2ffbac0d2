import { join } from 'node:path';
import { contains, decodeName, type OpenDirectory } from '@dragoman/fs-core';
import {
  createTreeSweep,
  entryStateOf,
  INDEX_NAME,
  lockFile,
  makePrivateStore,
  type NewFile,
  openPrivateStore,
  type PrivateStore,
  type StoredFile,
  sha256,
  type TreeSweep,
  userCaches,
} from '@dragoman/fs-core/index-kit';
import type { IndexContent } from './build-index.ts';
import type { ReadSegment } from './gram-index.ts';
import { type IndexedTree, tableBytes, tableIn, textAt } from './tree-table.ts';

/** Which of a user's indexes is meant. */
export interface IndexKey {
  /** Where all of them lie. */
  readonly place: string;
  /** What may be read, as a text: servers with other rules never share an index. */
  readonly rules: string;
  readonly root: OpenDirectory;
}

export interface Manifest {
  readonly format: number;
  readonly root: string;
  readonly rules: string;
  /** Milliseconds since the epoch. */
  readonly builtMs: number;
  readonly segment: { readonly name: string; readonly size: number; readonly digest: string };
  readonly content: IndexContent;
}

export interface OpenIndex extends Disposable {
  readonly manifest: Manifest;
  readonly tree: IndexedTree;
  readonly sweep: TreeSweep;
  readonly read: ReadSegment;
  /** The number of the directory at a path below the root, empty for the root; null if it is not indexed. */
  directoryAt(path: string): number | null;
  /** Whether a directory at a path below the root was left out. */
  isExcluded(path: string): boolean;
}

const FORMAT = 2;
const MANIFEST = 'manifest';
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_BYTES_OF_ALL = 1024 * 1024 * 1024;
const UNUSED_MS = 30 * 24 * 3_600_000;

/** Where indexes lie: in a directory that is named, or in the user's cache; null if there is no such place. */
export function placeIn(directory: string | null): string | null {
  const outer = directory ?? userCaches();
  return outer === null ? null : join(outer, INDEX_NAME);
}

/** What may be read below one of some roots: by the rules, and by the roots in it, in which some rules do not hold. */
export function rulesBelow(root: string, roots: readonly string[], rules: string): string {
  return JSON.stringify([rules, roots.filter((each) => contains(root, each)).toSorted()]);
}

/** The name of the directory of an index; null for a root that lies on no file system of this machine. */
export function indexName({ root, rules }: Pick<IndexKey, 'root' | 'rules'>): string | null {
  const state = entryStateOf(root.identity);
  if (state === null) return null;
  const text = JSON.stringify([FORMAT, root.realPath, `${state.device}`, `${state.inode}`, rules]);
  return sha256(Buffer.from(text)).slice(0, 32);
}

/** What tells one index at a key from the next; null if there is none. */
export function storedState(key: IndexKey): string | null {
  return homeOf(key)?.stateOf(MANIFEST) ?? null;
}

function homeOf({ place, ...key }: IndexKey): PrivateStore | null {
  const name = indexName(key);
  return name === null ? null : (openPrivateStore(place)?.within(name) ?? null);
}

/** Opens an index whose every byte is as it was written; one that is damaged is removed. Null if there is none. */
export async function openStoredIndex(key: IndexKey): Promise<OpenIndex | null> {
  const [home, name] = [homeOf(key), indexName(key)];
  if (home === null || name === null || home.stateOf(MANIFEST) === null) return null;
  const store = openPrivateStore(key.place);
  store?.markUsed(name);
  const opened = await openIn(home);
  // A builder may just have put another in its place.
  if (opened === null && (await isFree(home))) store?.remove(name);
  return opened;
}

async function openIn(home: PrivateStore): Promise<OpenIndex | null> {
  const manifest = readManifest(home);
  if (manifest === null) return null;
  const segment = home.open(manifest.segment.name);
  if (segment === null) return null;
  if (segment.size === manifest.segment.size && (await segment.digest()) === manifest.segment.digest) {
    return openIndex(manifest, segment);
  }
  segment[Symbol.dispose]();
  return null;
}

function openIndex(manifest: Manifest, segment: StoredFile): OpenIndex {
  const { counts, tableAt, excluded } = manifest.content;
  const memory = new SharedArrayBuffer(tableBytes(counts));
  segment.read(new Uint8Array(memory), tableAt);
  const tree = tableIn(memory, counts, Buffer.from(manifest.root).toString('latin1'));
  const paths = new Map<string, number>();
  for (let directory = 0; directory < counts.directories; directory++) {
    paths.set(decodeName(Buffer.from(textAt(tree.directories, tree.directoryEnds, directory))), directory);
  }
  const left = new Set(excluded);
  const sweep = createTreeSweep(tree);
  return {
    manifest,
    tree,
    sweep,
    read: segment.read,
    directoryAt: (path) => paths.get(path) ?? null,
    isExcluded: (path) => left.has(path),
    [Symbol.dispose]() {
      sweep.close();
      segment[Symbol.dispose]();
    },
  };
}

/** Null if it is missing, cut, or of another version. */
export function readManifest(home: PrivateStore): Manifest | null {
  using file = home.open(MANIFEST);
  if (file === null || file.size > MOST_BYTES) return null;
  const bytes = file.bytes();
  const end = bytes.indexOf(0x0a);
  if (end < 0 || bytes.toString('latin1', 0, end) !== sha256(bytes.subarray(end + 1))) return null;
  const manifest = JSON.parse(bytes.toString('utf8', end + 1)) as Manifest;
  return manifest.format === FORMAT ? manifest : null;
}

/** Fills a segment; whatever it throws, the index that was there stays. */
export type FillSegment = (append: (bytes: Uint8Array) => number) => Promise<IndexContent>;

/**
 * Puts a new index in the place of the one that was there. A process that ends in the middle leaves that one.
 * @returns null if there is no safe place for it
 * @throws ToolError `CONFLICT` if another process builds it; RangeError if it grows too large; the system's error
 */
export async function storeIndex(key: IndexKey, fill: FillSegment): Promise<Manifest | null> {
  const name = indexName(key);
  const store = makePrivateStore(key.place);
  const home = name === null ? null : (store?.make(name) ?? null);
  if (home === null || store === null || name === null) return null;
  using _ = await lockFile(`${home.path}/${MANIFEST}`, { waitMs: 0 });
  const before = readManifest(home)?.segment.name;
  const next = before === 'segment-1' ? 'segment-2' : 'segment-1';
  try {
    using segment = home.create(next);
    const content = await fill((bytes) => appended(segment, bytes));
    const written = { name: next, size: segment.size, digest: segment.digest() };
    const manifest: Manifest = {
      ...{ format: FORMAT, root: key.root.realPath, rules: key.rules, builtMs: Date.now() },
      ...{ segment: written, content },
    };
    writeManifest(home, manifest);
    if (before !== undefined) home.remove(before);
    store.markUsed(name);
    evict(store, name);
    return manifest;
  } catch (error) {
    home.remove(next);
    throw error;
  }
}

function appended(segment: NewFile, bytes: Uint8Array): number {
  const at = segment.size;
  if (at + bytes.length > MOST_BYTES) throw new RangeError('The index is too large');
  segment.append(bytes);
  return at;
}

/** Written under another name first, so that no process reads half of it. */
function writeManifest(home: PrivateStore, manifest: Manifest): void {
  const json = Buffer.from(JSON.stringify(manifest));
  using file = home.create(`${MANIFEST}.new`);
  file.append(Buffer.from(`${sha256(json)}\n`));
  file.append(json);
  home.rename(`${MANIFEST}.new`, MANIFEST);
}

async function isFree(home: PrivateStore): Promise<boolean> {
  try {
    using _ = await lockFile(`${home.path}/${MANIFEST}`, { waitMs: 0 });
    return true;
  } catch {
    return false;
  }
}

/** Removes what was not used for long, and what was used longest ago while all take too much; never `kept`. */
function evict(store: PrivateStore, kept: string): void {
  const others = store.names().filter((name) => name !== kept);
  const newestFirst = others.sort((one, other) => store.usedMs(other) - store.usedMs(one));
  let bytes = sizeOf(store, kept);
  for (const name of newestFirst) {
    bytes += sizeOf(store, name);
    if (bytes > MOST_BYTES_OF_ALL || Date.now() - store.usedMs(name) > UNUSED_MS) store.remove(name);
  }
}

function sizeOf(store: PrivateStore, name: string): number {
  const home = store.within(name);
  const files = home?.names().map((file) => home.open(file)) ?? [];
  const bytes = files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  for (const file of files) file?.[Symbol.dispose]();
  return bytes;
}

/** The manifests of all indexes at a place, by the names of their directories; null for a damaged one. */
export function listIndexes(place: string): Map<string, Manifest | null> {
  const store = openPrivateStore(place);
  const names = store?.names() ?? [];
  const homes = names.flatMap((name) => {
    const home = store?.within(name) ?? null;
    return home === null ? [] : [[name, readManifest(home)] as const];
  });
  return new Map(homes);
}

/** Removes the indexes of which `isMeant` says so; returns how many. */
export function clearIndexes(place: string, isMeant: (manifest: Manifest | null) => boolean): number {
  const store = openPrivateStore(place);
  const meant = [...listIndexes(place)].filter(([, manifest]) => isMeant(manifest));
  for (const [name] of meant) store?.remove(name);
  return meant.length;
}
