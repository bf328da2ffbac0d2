import { constants, fchmodSync, lstatSync, openSync, readdirSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { EntryPath, Pin, Platform } from '../descriptors/platform.ts';
import { afterwards, attempt, closeQuietly, nullOn, orNull, orUndo, parseJson } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import type { LockHolder } from '../errors/failure-parts.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import { openPlainFile } from '../paths/plain-file.ts';
import { makeSharedDirectory } from './shared-directory.ts';

// Whatever the umask: other users of the tree open it, too.
const FILE_MODE = 0o666;
const HOLDER_MODE = 0o644;
const { O_CREAT, O_EXCL, O_RDWR } = constants;

/** Place of a lock of a shared tree. */
export interface LockPlace {
  readonly platform: Platform;
  readonly root: string;
  readonly name: string;
}

/**
 * The open file of a lock in a shared tree. It is locked, and neither written nor cut: whatever it is, nothing is lost.
 * A file beside it, which this process makes anew, tells others who holds the lock.
 */
export class SharedLockFile implements Disposable {
  readonly fd: number;
  readonly #platform: Platform;
  readonly #directory: Pin;
  readonly #name: string;

  private constructor({ platform, name }: LockPlace, directory: Pin, fd: number) {
    this.fd = fd;
    this.#platform = platform;
    this.#directory = directory;
    this.#name = name;
  }

  /** Null if something has the name of the lock that is none. @throws the system's error; ToolError as `makeSharedDirectory` */
  static open(place: LockPlace): SharedLockFile | null {
    const { platform, root, name } = place;
    const directory = makeSharedDirectory(platform, root, 'locks');
    const release = (): void => platform.release(directory);
    return orUndo(release, () => {
      const fd = platform.within(directory, (at) => openOrMake(at(name)));
      if (fd !== null) return new SharedLockFile(place, directory, fd);
      release();
      return null;
    });
  }

  /** Tells others that this process holds the lock; to be called once it does. */
  tellHolder(): void {
    const holder: LockHolder = { machine: hostname(), process: process.pid, since: new Date().toISOString() };
    this.#within((path) => {
      // Left by a process of this user that was killed.
      nullOn('ENOENT', () => unlinkSync(path));
      writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: HOLDER_MODE });
    });
  }

  /** Called before the lock is given up: the next to wait must not be told of a holder that is gone. */
  forgetHolder(): void {
    this.#within((path) => unlinkSync(path));
  }

  /** Null if the holder has not told. */
  holder(): LockHolder | null {
    return orNull(() => this.#platform.within(this.#directory, (at) => newestHolder(at, this.#name)));
  }

  [Symbol.dispose](): void {
    closeQuietly(this.fd);
    this.#platform.release(this.#directory);
  }

  #within(act: (path: SystemPath) => void): void {
    attempt(() => this.#platform.within(this.#directory, (at) => act(at(holderName(this.#name)))));
  }
}

function openOrMake(path: SystemPath): number | null {
  try {
    return openLock(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
  const fd = nullOn('EEXIST', () => openSync(path, O_CREAT | O_EXCL | O_RDWR, FILE_MODE));
  // Another process was faster.
  if (fd === null) return nullOn('ENOENT', () => openLock(path));
  attempt(() => fchmodSync(fd, FILE_MODE));
  return fd;
}

/**
 * Opens for writing, since NFS locks nothing exclusively that is open to read. Whose it is and what it says does not
 * matter: older versions wrote into locks, and some file systems know neither modes nor this machine's users.
 */
function openLock(path: SystemPath): number | null {
  return nullOn('EACCES', () => openPlainFile(path, O_RDWR, ({ nlink }) => nlink === 1));
}

/** Each user's own, since none can replace another's. */
function holderName(lock: string): string {
  return `${lock}.${process.geteuid?.() ?? 0}`;
}

/** The last that holders told: processes of other users may have left theirs. */
function newestHolder(at: EntryPath, lock: string): LockHolder | null {
  const told = readdirSync(at('.')).filter((name) => name.startsWith(`${lock}.`));
  const [newest] = told
    .map((name) => ({ path: at(name), time: lstatSync(at(name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.time - one.time);
  const fd = newest === undefined ? null : openPlainFile(newest.path, constants.O_RDONLY, () => true);
  if (fd === null) return null;
  using _ = afterwards(() => closeQuietly(fd));
  const bytes = Buffer.alloc(MAX_HOLDER_BYTES);
  return holderIn(parseJson(bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))));
}

const MAX_HOLDER_BYTES = 1024;
// hostname(7). Anybody may have written it, and a model reads it.
const MACHINE = /^[\w.-]{1,253}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/;

function holderIn(told: unknown): LockHolder | null {
  if (typeof told !== 'object' || told === null) return null;
  const { machine, process: id, since } = told as { readonly [Name in keyof LockHolder]?: unknown };
  if (typeof machine !== 'string' || typeof id !== 'number' || typeof since !== 'string') return null;
  return MACHINE.test(machine) && TIME.test(since) ? { machine, process: id, since } : null;
}
