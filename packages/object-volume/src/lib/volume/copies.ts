import type { HeldCopy, PrivateCopy } from '@dragoman/fs-core/volume-kit';
import type { ObjectHeaders, StoredObject } from '../object-store.ts';

/** What the private copy holds of an object. */
export interface Copied {
  readonly path: string;
  readonly object: StoredObject;
  readonly headers: ObjectHeaders;
}

/**
 * Which objects the private copy holds, in which state. It is a cache: what was used longest ago goes where there is no
 * room, and no answer depends on what is in it.
 */
export interface Copies {
  /** What is there at a path, in whatever state. */
  at(path: string): Copied | null;
  /** Whether the copy holds an object as it is; if so, that counts as a use. */
  has(path: string, etag: string): boolean;
  /** Holds a copy open in one state; null if it is not there, or no longer. */
  open(path: string, etag: string): HeldCopy | null;
  /** Takes content in; false if there is no room. */
  put(copied: Copied, bytes: Uint8Array): boolean;
  forget(path: string): void;
  /** Forgets what lies below a directory and is not to be kept. */
  forgetBelow(directory: string, keeps: (copied: Copied) => boolean): void;
  /** From now on until it is disposed, nothing that is used goes. */
  holdUsed(): Disposable;
}

interface Entry extends Copied {
  /** When it was used last, as a count. */
  used: number;
}

/** @param maxBytes of all contents together */
export function createCopies(copy: PrivateCopy, maxBytes: number): Copies {
  // From the one that was used longest ago to the latest.
  const entries = new Map<string, Entry>();
  const directories = new Set<string>();
  const holds = new Set<number>();
  let bytesHeld = 0;
  let clock = 0;
  const keyOf = (path: string): string => (copy.foldsNames ? path.normalize('NFD').toUpperCase().toLowerCase() : path);

  const entryAt = (path: string): Entry | undefined => {
    const entry = entries.get(keyOf(path));
    return entry?.path === path ? entry : undefined;
  };

  const use = (entry: Entry): void => {
    clock += 1;
    entry.used = clock;
    entries.delete(keyOf(entry.path));
    entries.set(keyOf(entry.path), entry);
  };

  const drop = (entry: Entry): void => {
    bytesHeld -= entry.object.size;
    entries.delete(keyOf(entry.path));
    copy.remove(entry.path);
  };

  const makeRoom = (bytes: number): boolean => {
    const heldFrom = Math.min(...holds, Number.POSITIVE_INFINITY);
    for (const entry of entries.values()) {
      if (bytesHeld + bytes <= maxBytes) break;
      if (entry.used > heldFrom) break;
      drop(entry);
    }
    return bytesHeld + bytes <= maxBytes;
  };

  /** What was a file may be a directory by now, and the other way round; on some systems also by another spelling. */
  const makeWay = (path: string): void => {
    const same = entries.get(keyOf(path));
    if (same !== undefined) {
      bytesHeld -= same.object.size;
      entries.delete(keyOf(path));
      if (same.path !== path) copy.remove(same.path);
    }
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end);
      if (directories.has(keyOf(above))) break;
      const file = entries.get(keyOf(above));
      if (file !== undefined) drop(file);
      directories.add(keyOf(above));
    }
    if (!directories.has(keyOf(path))) return;
    forgetBelow(path, () => false);
    for (const directory of directories) if (isIn(keyOf(path), directory)) directories.delete(directory);
    copy.remove(path);
  };

  const forgetBelow: Copies['forgetBelow'] = (directory, keeps) => {
    for (const entry of entries.values())
      if ((directory === '' || isIn(keyOf(directory), keyOf(entry.path))) && !keeps(entry)) drop(entry);
  };

  return {
    at: (path) => entryAt(path) ?? null,
    has(path, etag) {
      const entry = entryAt(path);
      if (entry?.object.etag !== etag) return false;
      use(entry);
      return true;
    },
    open(path, etag) {
      const entry = entryAt(path);
      if (entry?.object.etag !== etag) return null;
      const held = copy.open(path);
      if (held === null) drop(entry);
      else use(entry);
      return held;
    },
    put({ path, object, headers }, bytes) {
      makeWay(path);
      if (!makeRoom(bytes.length)) {
        copy.remove(path);
        return false;
      }
      try {
        copy.write(path, bytes);
      } catch {
        // The disk is full, or somebody tampers with the cache: the store has the content.
        copy.remove(path);
        return false;
      }
      clock += 1;
      entries.set(keyOf(path), { path, object: { ...object, size: bytes.length }, headers, used: clock });
      bytesHeld += bytes.length;
      return true;
    },
    forget(path) {
      const entry = entryAt(path);
      if (entry !== undefined) drop(entry);
    },
    forgetBelow,
    holdUsed() {
      const from = clock + Math.random();
      holds.add(from);
      return { [Symbol.dispose]: () => holds.delete(from) };
    },
  };
}

function isIn(directory: string, path: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
