import type { HeldCopy, PrivateCopy } from '@dragoman/fs-core/internal/volume-kit';
import type { ObjectHeaders, StoredObject } from '../object-store.ts';

/** State of an object in the private copy. */
export interface CopiedObject {
  readonly path: string;
  readonly object: StoredObject;
  readonly headers: ObjectHeaders;
}

/**
 * The objects in the private copy, each with its state. It is a cache: what was used longest ago goes where there is no
 * room, and no answer depends on what is in it.
 */
export interface Copies {
  /** The object at a path, in whatever state. */
  at(path: string): CopiedObject | null;
  /** True if the copy holds an object as it is; if so, that counts as a use. */
  has(path: string, etag: string): boolean;
  /** Holds a copy open in one state; null if it is not there, or no longer. */
  open(path: string, etag: string): HeldCopy | null;
  /** Takes content in; false if there is no room. */
  put(copied: CopiedObject, bytes: Uint8Array): boolean;
  forget(path: string): void;
  /** The number of uses so far, which serves as a clock. */
  uses(): number;
  /** Forgets the copies below a directory that were last used before the given count of uses. */
  forgetBelow(directory: string, uses: number): void;
  /** Keeps what is used from now on until it is disposed. */
  holdUsed(): Disposable;
}

interface Entry extends CopiedObject {
  /** Count of the last use. */
  used: number;
}

/** The objects that are held, and their directory. */
interface CopyState {
  readonly copy: PrivateCopy;
  /** Entries from the one that was used longest ago to the latest. */
  readonly entries: Map<string, Entry>;
  readonly directories: Set<string>;
  /** Counts from which on nothing that is used goes. */
  readonly holds: Set<number>;
  bytes: number;
  /** The number of uses so far, which serves as a clock. */
  clock: number;
}

/** @param maxBytes of all contents together */
export function createCopies(copy: PrivateCopy, maxBytes: number): Copies {
  const held: CopyState = { copy, entries: new Map(), directories: new Set(), holds: new Set(), bytes: 0, clock: 0 };
  return {
    at: (path) => entryAt(held, path) ?? null,
    has(path, etag) {
      const entry = entryAt(held, path);
      if (entry?.object.etag !== etag) return false;
      use(held, entry);
      return true;
    },
    open(path, etag) {
      const entry = entryAt(held, path);
      if (entry?.object.etag !== etag) return null;
      const opened = copy.open(path);
      if (opened === null) drop(held, entry);
      else use(held, entry);
      return opened;
    },
    put(copied, bytes) {
      makeWay(held, copied.path);
      const isHeld = makeRoom(held, maxBytes - bytes.length) && write(copy, copied.path, bytes);
      if (isHeld) enter(held, copied, bytes.length);
      else copy.remove(copied.path);
      return isHeld;
    },
    forget(path) {
      const entry = entryAt(held, path);
      if (entry !== undefined) drop(held, entry);
    },
    uses: () => held.clock,
    forgetBelow: (directory, uses) => forgetBelow(held, directory, uses),
    holdUsed() {
      const from = held.clock + Math.random();
      held.holds.add(from);
      return { [Symbol.dispose]: () => held.holds.delete(from) };
    },
  };
}

function keyOf({ copy }: CopyState, path: string): string {
  return copy.foldsNames ? path.normalize('NFD').toUpperCase().toLowerCase() : path;
}

function entryAt(held: CopyState, path: string): Entry | undefined {
  const entry = held.entries.get(keyOf(held, path));
  return entry?.path === path ? entry : undefined;
}

function use(held: CopyState, entry: Entry): void {
  held.clock += 1;
  entry.used = held.clock;
  held.entries.delete(keyOf(held, entry.path));
  held.entries.set(keyOf(held, entry.path), entry);
}

/** There are many: what is copied member by member takes a quarter less memory than what is spread. */
function enter(
  held: CopyState,
  { path, object: { key, etag, modifiedMs }, headers }: CopiedObject,
  size: number,
): void {
  use(held, { path, object: { key, etag, size, modifiedMs }, headers, used: 0 });
  held.bytes += size;
}

function drop(held: CopyState, entry: Entry): void {
  held.bytes -= entry.object.size;
  held.entries.delete(keyOf(held, entry.path));
  held.copy.remove(entry.path);
}

/** False if the disk is full, or somebody tampers with the cache: the store has the content. */
function write(copy: PrivateCopy, path: string, bytes: Uint8Array): boolean {
  try {
    copy.write(path, bytes);
    return true;
  } catch {
    return false;
  }
}

/** Lets what was used longest ago go, until no more than so many bytes are held; false if they cannot. */
function makeRoom(held: CopyState, bytes: number): boolean {
  const heldFrom = Math.min(...held.holds, Number.POSITIVE_INFINITY);
  for (const entry of held.entries.values()) {
    if (held.bytes <= bytes || entry.used > heldFrom) break;
    drop(held, entry);
  }
  return held.bytes <= bytes;
}

/**
 * Removes what bars the way to a path: a file may have become a directory, and the other way round; on some systems
 * also by another spelling.
 */
function makeWay(held: CopyState, path: string): void {
  const { copy, entries, directories } = held;
  const key = keyOf(held, path);
  const same = entries.get(key);
  if (same !== undefined) {
    held.bytes -= same.object.size;
    entries.delete(key);
    if (same.path !== path) copy.remove(same.path);
  }
  makeDirectories(held, path);
  if (!directories.has(key)) return;
  forgetBelow(held, path, held.clock);
  for (const directory of directories) if (isIn(key, directory)) directories.delete(directory);
  copy.remove(path);
}

/** Above a path, where files may have been. */
function makeDirectories(held: CopyState, path: string): void {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const above = keyOf(held, path.slice(0, end));
    if (held.directories.has(above)) break;
    const file = held.entries.get(above);
    if (file !== undefined) drop(held, file);
    held.directories.add(above);
  }
}

function forgetBelow(held: CopyState, directory: string, uses: number): void {
  const isBelow = ({ path }: Entry) => directory === '' || isIn(keyOf(held, directory), keyOf(held, path));
  for (const entry of held.entries.values()) {
    if (entry.used > uses) break;
    if (isBelow(entry)) drop(held, entry);
  }
}

function isIn(directory: string, path: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
