import { constants, fchmodSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../descriptors/platform.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { attempt, closeQuietly, orNull, orUndo } from '../errors/best-effort.ts';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import type { LockHolder } from '../errors/failure-parts.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import { lockName } from '../lock/file-lock.ts';
import { type FileLock, type FileLocks, LOCK_WAIT_MS, type LockOptions, unguarded } from '../lock/file-locks.ts';
import { makeSharedDirectory } from './shared-directory.ts';

/**
 * Takes flock(2), exclusively and without waiting, for the open file of a descriptor. False if another process has it,
 * null if this system has no program for it.
 */
export type TakeFlock = (descriptor: number) => Promise<boolean | null>;

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;

/**
 * Locks that reach as far as the file system does: flock(2) on a small file in the tree itself, which every machine that
 * has the tree finds by the same name. The file stays, since a lock file that is removed is two locks. A process that dies
 * gives the lock back at once; a machine that dies, when the file system gives it up.
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

/** `waited` even if the lock was free: another machine may have written since the file was looked up. */
function heldBy(fd: number): FileLock {
  return {
    waited: true,
    [Symbol.dispose]() {
      // The next to wait must not be told of a holder that is gone.
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

// Whatever the umask: other users of the tree open it, too.
const FILE_MODE = 0o666;
const { O_CREAT, O_RDWR } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

function openLockFile(platform: Platform, root: string, name: string): number {
  const locks = makeSharedDirectory(platform, root, 'locks');
  try {
    const fd = platform.within(locks, (at) => openOrMake(at(lockName(name))));
    return orUndo(
      () => closeQuietly(fd),
      () => {
        const stat = fstatSync(fd, { bigint: true });
        if (!stat.isFile()) throw notRegular('open', locks.realPath, stat);
        if ((Number(stat.mode) & FILE_MODE) !== FILE_MODE) attempt(() => fchmodSync(fd, FILE_MODE));
        return fd;
      },
    );
  } finally {
    platform.release(locks);
  }
}

/** A shared file system may report EEXIST for a file that another machine makes at the same moment. */
function openOrMake(path: string): number {
  try {
    return openSync(path, O_CREAT | O_RDWR | O_NOFOLLOW, FILE_MODE);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return openSync(path, O_RDWR | O_NOFOLLOW);
  }
}
