import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pin, Platform } from '../descriptors/platform.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { attempt, closeQuietly, orNull } from '../errors/best-effort.ts';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import type { LockHolder } from '../errors/failure.ts';
import { ToolError } from '../errors/tool-error.ts';
import { lockName } from '../lock/file-lock.ts';
import { type FileLock, type FileLocks, LOCK_WAIT_MS, type LockOptions, unguarded } from '../lock/file-locks.ts';
import { OWN_DIRECTORY } from '../scope/own-directory.ts';

/**
 * Takes flock(2), exclusively and without waiting, for the open file of a descriptor. False if somebody else has it, null
 * if this system has no program for it.
 */
export type TakeFlock = (descriptor: number) => Promise<boolean | null>;

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;

/**
 * Locks that reach as far as the file system does: flock(2) on a small file in the tree itself, which every machine that
 * has the tree finds by the same name. The file stays, since a lock file that is removed is two locks. Whoever dies gives
 * the lock back: at once if a process does; when the file system gives up a machine, if that does.
 */
export function clusterLocks(platform: Platform, root: string, takeFlock: TakeFlock): FileLocks {
  return {
    reach: 'cluster',
    async lock(realPath, options = {}) {
      assertNotCancelled(options.signal);
      let fd = -1;
      try {
        fd = openLockFile(platform, root, relative(root, realPath));
        await take(fd, { realPath, options, takeFlock });
        attempt(() => writeHolder(fd));
        return heldBy(fd);
      } catch (error) {
        if (fd >= 0) closeQuietly(fd);
        throw fromErrno(error, 'write', realPath);
      }
    },
  };
}

/** That nobody had the lock does not mean that nobody wrote: what was looked up before may be old. */
function heldBy(fd: number): FileLock {
  return {
    waited: true,
    [Symbol.dispose]() {
      // Whoever waits next must not be told of a holder that is none any more.
      attempt(() => ftruncateSync(fd, 0));
      closeQuietly(fd);
    },
  };
}

interface Taking {
  readonly realPath: string;
  readonly options: LockOptions;
  readonly takeFlock: TakeFlock;
}

async function take(fd: number, { realPath, options, takeFlock }: Taking): Promise<void> {
  const { waitMs = LOCK_WAIT_MS, since = Date.now(), signal } = options;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    const isTaken = await takeFlock(fd);
    if (isTaken) return;
    if (isTaken === null) throw unguarded(realPath, 'no-flock');
    if (Date.now() - since >= waitMs) throw isHeld(fd, realPath);
    // Random, so that waiting processes do not keep colliding. A pause cut short by the signal ends in the check below.
    await delay(pauseMs * (0.5 + Math.random()), undefined, signal && { signal }).catch(() => {});
    assertNotCancelled(signal);
  }
}

function isHeld(fd: number, path: string): ToolError {
  const holder = orNull(() => holderIn(fd));
  const message = `Cannot write "${path}": ${holder?.machine ?? 'another machine'} is writing it`;
  return new ToolError({ code: 'CONFLICT', problem: 'locked', path, holder }, message);
}

const MAX_HOLDER_BYTES = 1024;

function holderIn(fd: number): LockHolder | null {
  const bytes = Buffer.alloc(MAX_HOLDER_BYTES);
  const told: unknown = JSON.parse(bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0)));
  if (typeof told !== 'object' || told === null) return null;
  const { machine, process: id, since } = told as Partial<LockHolder>;
  return typeof machine === 'string' && typeof id === 'number' && typeof since === 'string'
    ? { machine, process: id, since }
    : null;
}

function writeHolder(fd: number): void {
  const holder: LockHolder = { machine: hostname(), process: process.pid, since: new Date().toISOString() };
  ftruncateSync(fd, 0);
  writeSync(fd, JSON.stringify(holder), 0);
}

// Users who share a tree share its locks. As in /tmp, none can remove another's.
const DIRECTORY_MODE = 0o1777;
const FILE_MODE = 0o666;
const { O_CREAT, O_RDWR } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

/** Each directory on the way is entered by descriptor, so that no link leads out of the tree. */
function openLockFile(platform: Platform, root: string, name: string): number {
  const pins: Pin[] = [];
  const held = (pin: Pin): Pin => {
    pins.push(pin);
    return pin;
  };
  try {
    const top = held(platform.pin === null ? platform.pinRoot(root) : platform.pin(root));
    const own = held(directoryIn(platform, top, { name: OWN_DIRECTORY }));
    const locks = held(directoryIn(platform, own, { name: 'locks', before: forgetInVersionControl }));
    const fd = platform.within(locks, (at) => openOrMake(at(lockName(name))));
    const stat = fstatSync(fd);
    if (stat.isFile()) {
      // Whatever the umask: other users of the tree open it, too.
      if ((stat.mode & FILE_MODE) !== FILE_MODE) attempt(() => fchmodSync(fd, FILE_MODE));
      return fd;
    }
    closeSync(fd);
    throw notOurs(root);
  } finally {
    for (const pin of pins) platform.release(pin);
  }
}

/** A file system of several machines may say that it is there, where another of them makes it at the same moment. */
function openOrMake(path: string): number {
  try {
    return openSync(path, O_CREAT | O_RDWR | O_NOFOLLOW, FILE_MODE);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return openSync(path, O_RDWR | O_NOFOLLOW);
  }
}

/** What version control is told first holds for all that comes later. */
function forgetInVersionControl(at: (name: string) => string): void {
  attempt(() => writeFileSync(at('.gitignore'), '*\n', { flag: 'wx' }));
}

interface OwnDirectory {
  readonly name: string;
  /** Called in its parent before it is made. */
  readonly before?: (at: (name: string) => string) => void;
}

/** A directory that is made where it is missing. */
function directoryIn(platform: Platform, parent: Pin, { name, before }: OwnDirectory): Pin {
  const isMade = platform.within(parent, (at) => {
    if (existsSync(at(name))) return false;
    before?.(at);
    return make(at(name));
  });
  const pin = platform.pinEntry(parent, name);
  if (pin.stat.isDirectory()) {
    if (isMade) attempt(() => platform.within(pin, (at) => chmodSync(at('.'), DIRECTORY_MODE)));
    return pin;
  }
  platform.release(pin);
  throw notOurs(parent.realPath);
}

/** False if it is there already. */
function make(path: string): boolean {
  try {
    mkdirSync(path, DIRECTORY_MODE);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function notOurs(path: string): ToolError {
  const message = `Cannot keep locks in "${path}": something else has the name ${OWN_DIRECTORY}`;
  return new ToolError({ code: 'NOT_DIRECTORY', path, kind: 'file' }, message);
}
