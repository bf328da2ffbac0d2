import {
  afterwards,
  lockFile,
  makePrivateStore,
  openPrivateStore,
  type PrivateStore,
} from '@dragoman/fs-core/internal/index-kit';
import type { BuiltIndex } from './build-index.ts';
import { homeOf, type IndexKey, indexName } from './index-place.ts';
import { FORMAT, MANIFEST, type Manifest, readManifest, type StoredPart, writeManifest } from './manifest.ts';

/** A file that says that the index of a tree grew too large, and of which. */
const TOO_LARGE = 'too-large';
/** Enough to find that the owner of the lock is dead. A search never waits for a build. */
const LOCK_WAIT_MS = 50;
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_BYTES_OF_ALL = 1024 * 1024 * 1024;
const UNUSED_MS = 30 * 24 * 3_600_000;

export class IndexTooLargeError extends Error {
  override readonly name = 'IndexTooLargeError';
  constructor() {
    super('The index is too large');
  }
}

/** Appends bytes, and returns the offset at which they begin. */
export type Append = (bytes: Uint8Array) => number;

/**
 * Replaces an index. If the process ends in the middle, the old index stays.
 * @param fill writes a new segment, while no other process builds; if it throws or returns a reason, the old index stays
 * @throws ToolError `CONFLICT` if another process builds it; IndexTooLargeError; the system's error
 */
export async function storeIndex<Reason extends string = never>(
  key: IndexKey,
  fill: (append: Append) => Promise<BuiltIndex | Reason>,
): Promise<Manifest | Reason | 'no-place'> {
  const name = indexName(key);
  const store = makePrivateStore(key.place);
  const home = name === null ? null : (store?.make(name) ?? null);
  if (home === null || store === null || name === null) return 'no-place';
  using _ = await lockFile(`${home.path}/${MANIFEST}`, { waitMs: LOCK_WAIT_MS });
  using _left = afterwards(() => removeUnused(home));
  try {
    const { part, result } = await writePart(home, 'segment', fill);
    if (typeof result === 'string') return result;
    const { root, rules } = key;
    const parts = await writeTable(home, part, result);
    const manifest: Manifest = { format: FORMAT, root: root.realPath, rules, builtMs: Date.now(), ...parts };
    writeManifest(home, manifest);
    home.remove(TOO_LARGE);
    store.markUsed(name);
    evict(store, name);
    return manifest;
  } catch (error) {
    if (error instanceof IndexTooLargeError) markTooLarge(home, key);
    throw error;
  }
}

function markTooLarge(home: PrivateStore, { root }: IndexKey): void {
  using mark = home.create(TOO_LARGE);
  mark.append(Buffer.from(root.realPath));
}

/** True if an index was given up because it grew too large. A build that a person asks for tries again. */
export function isTooLarge(key: IndexKey): boolean {
  return (homeOf(key)?.stateOf(TOO_LARGE) ?? null) !== null;
}

async function writeTable(
  home: PrivateStore,
  segment: StoredPart,
  { kept, blocks, firstColumn, table: bytes, content }: BuiltIndex,
): Promise<Pick<Manifest, 'segments' | 'table' | 'content'>> {
  const added = blocks.length === 0 ? [] : [{ ...segment, firstColumn, blocks }];
  const segments = [...kept, ...added];
  if (segments.reduce((sum, { size }) => sum + size, bytes.length) > MOST_BYTES) throw new IndexTooLargeError();
  const { part: table } = await writePart(home, 'table', async (append) => append(bytes));
  return { segments, table, content };
}

/** Writes a file under a new, unique name. */
async function writePart<Result>(
  home: PrivateStore,
  kind: string,
  write: (append: Append) => Promise<Result>,
): Promise<{ readonly part: StoredPart; readonly result: Result }> {
  const taken = new Set(home.names());
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  const name = `${kind}-${number}`;
  using file = home.create(name);
  const result = await write((bytes) => {
    const at = file.size;
    if (at + bytes.length > MOST_BYTES) throw new IndexTooLargeError();
    file.append(bytes);
    return at;
  });
  return { part: { name, size: file.size, digest: file.digest() }, result };
}

/** Removes files that belong to no index, those of killed builders included. A reader keeps its descriptor. */
function removeUnused(home: PrivateStore): void {
  const manifest = readManifest(home);
  const parts = manifest === null ? [] : [manifest.table, ...manifest.segments].map(({ name }) => name);
  const used = new Set([MANIFEST, TOO_LARGE, ...parts]);
  for (const name of home.names()) if (!used.has(name)) home.remove(name);
}

/** Removes what was not used for long, and what was used longest ago while all take too much; never `kept`. */
function evict(store: PrivateStore, kept: string): void {
  const others = store.names().filter((name) => name !== kept);
  const newestFirst = others.sort((one, other) => store.usedMs(other) - store.usedMs(one));
  let bytes = bytesIn(store, kept);
  for (const name of newestFirst) {
    bytes += bytesIn(store, name);
    if (bytes > MOST_BYTES_OF_ALL || Date.now() - store.usedMs(name) > UNUSED_MS) store.remove(name);
  }
}

function bytesIn(store: PrivateStore, name: string): number {
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

/** Removes indexes, and marks of those that grew too large, if `isMeant` says so of their trees; returns how many. */
export function clearIndexes(place: string, isMeant: (root: string | null) => boolean): number {
  const store = openPrivateStore(place);
  const meant = [...listIndexes(place)].filter(([name, manifest]) => {
    return isMeant(manifest?.root ?? markedRoot(store?.within(name) ?? null));
  });
  for (const [name] of meant) store?.remove(name);
  return meant.length;
}

/** The tree whose index grew too large; null if none is known. */
function markedRoot(home: PrivateStore | null): string | null {
  using mark = home?.open(TOO_LARGE) ?? null;
  return mark === null ? null : mark.bytes().toString();
}
