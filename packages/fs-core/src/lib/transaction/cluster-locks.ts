import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../descriptors/platform.ts';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { orUndoLater } from '../errors/best-effort.ts';
import { fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { lockName } from '../lock/file-lock.ts';
import { type FileLock, type FileLocks, LOCK_WAIT_MS, type LockOptions, unguarded } from '../lock/file-locks.ts';
import { type LockPlace, SharedLockFile } from './shared-lock-file.ts';

/**
 * Takes flock(2), exclusively and without waiting, for the open file of a descriptor. False if another process has it,
 * null if this system has no program for it.
 */
export type TakeFlock = (descriptor: number) => Promise<boolean | null>;

const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 100;
// Another user's lock is not as it will be in the moment in which it is made.
const MAKING_MS = 20;

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
      try {
        const file = await openLockFile({ platform, root, name: lockName(relative(root, realPath)) });
        if (file === null) throw unguarded(realPath, 'no-lock');
        await orUndoLater(
          () => file[Symbol.dispose](),
          () => take(file, { realPath, options, takeFlock }),
        );
        file.tellHolder();
        return heldBy(file);
      } catch (error) {
        throw fromErrno(error, 'write', realPath);
      }
    },
  };
}

/** Looks twice at what is no lock. */
async function openLockFile(place: LockPlace): Promise<SharedLockFile | null> {
  const file = SharedLockFile.open(place);
  if (file !== null) return file;
  await delay(MAKING_MS);
  return SharedLockFile.open(place);
}

/** `waited` even if the lock was free: another machine may have written since the file was looked up. */
function heldBy(file: SharedLockFile): FileLock {
  return {
    waited: true,
    [Symbol.dispose]() {
      file.forgetHolder();
      file[Symbol.dispose]();
    },
  };
}

interface ClusterLockRequest {
  readonly realPath: string;
  readonly options: LockOptions;
  readonly takeFlock: TakeFlock;
}

async function take(file: SharedLockFile, { realPath, options, takeFlock }: ClusterLockRequest): Promise<void> {
  const { waitMs = LOCK_WAIT_MS, since = Date.now(), signal } = options;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    const isTaken = await takeFlock(file.fd);
    if (isTaken) return;
    if (isTaken === null) throw unguarded(realPath, 'no-flock');
    if (Date.now() - since >= waitMs) throw isHeld(file, realPath);
    // Random, so that waiting processes do not keep colliding. A pause cut short by the signal ends in the check below.
    await delay(pauseMs * (0.5 + Math.random()), undefined, signal && { signal }).catch(() => {});
    assertNotCancelled(signal);
  }
}

function isHeld(file: SharedLockFile, path: string): ToolError {
  const holder = file.holder();
  const message = `Cannot write "${path}": ${holder?.machine ?? 'another machine'} is writing it`;
  return new ToolError({ code: 'CONFLICT', problem: 'locked', path, holder }, message);
}
