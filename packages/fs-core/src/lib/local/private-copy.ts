import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { closeQuietly, orNull, orUndo, removeQuietly } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { currentOwner, livenessOf } from '../lock/lock-owner.ts';
import { OWNER_PATTERN } from '../lock/temp-file-name.ts';
import { uniqueSuffix } from '../lock/unique-suffix.ts';
import { makePrivateDirectory } from '../paths/private-directory.ts';
import type { LocalTree } from '../volume/open-entry.ts';

/**
 * A directory of this process alone that holds copies of files that live elsewhere. Paths are names with `/` between
 * them, none of which is empty, `.` or `..`; the caller has seen to that.
 */
export interface PrivateCopy extends Disposable {
  /** Absolute. */
  readonly root: string;
  /** True if two names that differ in case or in Unicode's normal form are one to the file system. */
  readonly foldsNames: boolean;
  /** Puts a file there in one step, and makes its directories. @throws ToolError where the system refuses */
  write(path: string, bytes: Uint8Array): void;
  /** Removes a file, or a directory with all it holds; nothing happens where none is. */
  remove(path: string): void;
  /** Holds a file open; null if it cannot be opened. */
  open(path: string): HeldCopy | null;
  /** Holds content open that has no name in the copy. @throws ToolError where the system refuses */
  hold(bytes: Uint8Array): HeldCopy;
  /** The directory as a child process can reach it; made where it is missing. @throws ToolError */
  tree(path: string): Omit<LocalTree, 'missing'>;
}

/** One state of a file, whatever becomes of its name. */
export interface HeldCopy extends Disposable {
  readonly descriptor: number;
  /** Reads like `OpenFile.read`. */
  read(target: Uint8Array, position: number): number;
}

const OWN_NAME = new RegExp(`^copy-(${OWNER_PATTERN})-[0-9a-f]{12}$`);
const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * Makes a private copy, which is empty, in a directory that may hold those of other processes; what dead ones left there
 * is removed.
 * @throws ToolError if the directory cannot be made, or if others than this user can write to it
 */
export function openPrivateCopy(directory: string): PrivateCopy {
  const home = homeOf(directory);
  sweep(home);
  const own = join(home, `copy-${currentOwner()}-${uniqueSuffix()}`);
  const [root, incoming] = [join(own, 'files'), join(own, 'incoming')];
  for (const path of [root, incoming]) mkdirSync(path, PRIVATE);
  const at = (path: string): string => (path === '' ? root : join(root, path));
  const receive = receiverIn(incoming);

  return {
    root,
    foldsNames: foldsNames(incoming),
    write: (path, bytes) =>
      translated(at(path), () => {
        const received = receive(bytes);
        orUndo(
          () => removeQuietly(() => rmSync(received, { force: true })),
          () => renameInto(received, at(path)),
        );
      }),
    remove: (path) => removeQuietly(() => rmSync(at(path), { recursive: true, force: true })),
    open: (path) => orNull(() => held(openSync(at(path), 'r'))),
    hold: (bytes) =>
      translated(incoming, () => {
        const received = receive(bytes);
        try {
          return held(openSync(received, 'r'));
        } finally {
          removeQuietly(() => rmSync(received, { force: true }));
        }
      }),
    tree: (path) => translated(at(path), () => heldTree(at(path))),
    [Symbol.dispose]: () => removeQuietly(() => rmSync(own, { recursive: true, force: true })),
  };
}

/** Makes the parent directory only if the first attempt fails: most files have others beside them. */
function renameInto(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    mkdirSync(dirname(to), PRIVATE);
    renameSync(from, to);
  }
}

/** Returns a function that writes bytes to a new file of a directory, and returns its path. */
function receiverIn(incoming: string): (bytes: Uint8Array) => string {
  let files = 0;
  return (bytes) => {
    files += 1;
    const path = join(incoming, `${files}`);
    orUndo(
      () => removeQuietly(() => rmSync(path, { force: true })),
      () => writeFileSync(path, bytes, { mode: 0o600 }),
    );
    return path;
  };
}

function heldTree(path: string) {
  mkdirSync(path, PRIVATE);
  const descriptor = process.platform === 'win32' ? -1 : openSync(path, 'r');
  const close = (): void => (descriptor === -1 ? undefined : closeQuietly(descriptor));
  return { descriptor, launchPath: path, [Symbol.dispose]: close };
}

function homeOf(directory: string): string {
  const home = translated(directory, () => makePrivateDirectory(directory));
  if (home !== null) return home;
  const failure = { code: 'PERMISSION_DENIED', path: directory, action: 'use' } as const;
  throw new ToolError(failure, `Cannot use "${directory}": others than its owner can read or change what is in it`);
}

/** Removes the copies of processes that are dead. */
function sweep(home: string): void {
  for (const name of readdirSync(home)) {
    const owner = OWN_NAME.exec(name)?.[1];
    if (owner === undefined || livenessOf(owner) !== 'dead') continue;
    removeQuietly(() => rmSync(join(home, name), { recursive: true, force: true }));
  }
}

/** Tried with a name that differs in both. */
function foldsNames(directory: string): boolean {
  const [name, other] = ['probe-\u00e9', 'PROBE-e\u0301'];
  writeFileSync(join(directory, name), '');
  const isOne = [other, name.normalize('NFD'), name.toUpperCase()].some(
    (spelling) => statSync(join(directory, spelling), { throwIfNoEntry: false }) !== undefined,
  );
  rmSync(join(directory, name));
  return isOne;
}

function held(descriptor: number): HeldCopy {
  return {
    descriptor,
    read(target, position) {
      let done = 0;
      while (done < target.length) {
        const count = readSync(descriptor, target, done, target.length - done, position + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

function translated<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw fromErrno(error, 'write', path);
  }
}
