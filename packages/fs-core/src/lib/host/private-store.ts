import { createHash } from 'node:crypto';
import {
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { closeQuietly, orNull, removeQuietly } from '../errors/best-effort.ts';
import { isPrivateFile, openPlainFile } from '../paths/plain-file.ts';
import { isPrivate, privateDirectory } from '../paths/private-directory.ts';

/** A directory of this user alone, for files that only this user's processes may read. */
export interface PrivateStore {
  readonly path: string;
  /** Names of the files; empty if the directory is gone. */
  names(): string[];
  /** Another one, in this; null if it is not there, or not safe. */
  within(name: string): PrivateStore | null;
  /** Opens like `within`; made if it is missing. */
  make(name: string): PrivateStore | null;
  /** Null if it is missing, or not a plain file of this user alone. */
  open(name: string): StoredFile | null;
  /** An empty file, in place of one that has the name. @throws the system's error, as `NewFile` */
  create(name: string): NewFile;
  /** Gives a file the name of another, which it replaces. @throws the system's error */
  rename(from: string, to: string): void;
  /** A file, or a directory with all it holds. */
  remove(name: string): void;
  /** Identifies the state of a file; null if there is no such file, or if the system does not say. */
  stateOf(name: string): string | null;
  /** Time when a name was last marked as used, in milliseconds since the epoch; 0 if it is missing. */
  usedMs(name: string): number;
  markUsed(name: string): void;
}

export interface StoredFile extends Disposable {
  readonly size: number;
  /** Fills `target` from byte `position` on; returns how many bytes came. */
  read(target: Uint8Array, position: number): number;
  /** All of it. */
  bytes(): Buffer;
  /** The SHA-256 of all of it, in hexadecimal digits; other work goes on in between. */
  digest(): Promise<string>;
}

export interface NewFile extends Disposable {
  readonly size: number;
  append(bytes: Uint8Array): void;
  /** The SHA-256 of what was appended, in hexadecimal digits. To be called once, at the end. */
  digest(): string;
}

/** The SHA-256 of some bytes, in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns null if there is no such directory, if it cannot be looked at, or if others than this user can get at it */
export function openPrivateStore(path: string): PrivateStore | null {
  return existing(path) === null ? null : storeAt(path);
}

/** Opens like `openPrivateStore`; made if it is missing. */
export function makePrivateStore(path: string): PrivateStore | null {
  const made = privateDirectory(path);
  return made === null ? null : storeAt(made);
}

/** A directory that is missing is not made by looking at it. */
function existing(path: string): string | null {
  return orNull(() => lstatSync(path)) === null ? null : privateDirectory(path);
}

function storeAt(path: string): PrivateStore {
  const at = (name: string): string => join(path, name);
  return {
    path,
    names: () => orNull(() => readdirSync(path)) ?? [],
    within: (name) => (orNull(() => isPrivate(at(name))) ? storeAt(at(name)) : null),
    make: (name) => makePrivateStore(at(name)),
    open: (name) => openStored(at(name)),
    create(name) {
      rmSync(at(name), { force: true });
      return newFile(openSync(at(name), 'wx', 0o600));
    },
    rename: (from, to) => renameSync(at(from), at(to)),
    remove: (name) => removeQuietly(() => rmSync(at(name), { recursive: true, force: true })),
    stateOf(name) {
      const stat = orNull(() => lstatSync(at(name), { bigint: true }));
      return stat === null ? null : `${stat.ino} ${stat.size} ${stat.ctimeNs}`;
    },
    usedMs: (name) => orNull(() => statSync(at(name)))?.mtimeMs ?? 0,
    markUsed: (name) => removeQuietly(() => utimesSync(at(name), new Date(), new Date())),
  };
}

const CHUNK_BYTES = 4 * 1024 * 1024;

function openStored(path: string): StoredFile | null {
  const fd = orNull(() => openPlainFile(path, constants.O_RDONLY, isPrivateFile));
  if (fd === null) return null;
  const { size } = fstatSync(fd);
  let isOpen = true;
  const read = (target: Uint8Array, position: number): number => {
    // The descriptor's number may be another file's by now.
    if (!isOpen) throw new Error('The file was closed');
    return readSync(fd, target, 0, target.length, position);
  };
  return {
    size,
    read,
    bytes: () => readFileSync(fd),
    async digest() {
      const hash = createHash('sha256');
      const chunk = Buffer.alloc(Math.min(size, CHUNK_BYTES));
      for (let position = 0; position < size; position += chunk.length) {
        hash.update(chunk.subarray(0, read(chunk, position)));
        await setImmediate();
      }
      return hash.digest('hex');
    },
    [Symbol.dispose]() {
      if (isOpen) closeQuietly(fd);
      isOpen = false;
    },
  };
}

function newFile(fd: number): NewFile {
  const hash = createHash('sha256');
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(bytes) {
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      hash.update(bytes);
      size += bytes.length;
    },
    digest: () => hash.digest('hex'),
    [Symbol.dispose]: () => closeQuietly(fd),
  };
}
