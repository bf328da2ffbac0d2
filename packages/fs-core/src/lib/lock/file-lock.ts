import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertNotCancelled } from '../errors/assert-not-cancelled.ts';
import { afterwards, nullOn, orNull, removeQuietly } from '../errors/best-effort.ts';
import { errnoOf } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { runtimeDirectory } from '../paths/runtime-directory.ts';
import { type FileLock, LOCK_WAIT_MS, type LockOptions } from './file-locks.ts';
import { currentOwner, livenessOf, processIdIn } from './lock-owner.ts';
import { uniqueSuffix } from './unique-suffix.ts';

/** Options of a lock, and the directory of the locks; by default one that all processes of this user share. */
export interface UserLockOptions extends LockOptions {
  readonly directory?: string | null;
}

/** @param waited true if another process held it first */
function heldLock(link: Link, waited: boolean): FileLock {
  return { waited, [Symbol.dispose]: () => release(link) };
}

const NO_LOCK: FileLock = { waited: false, [Symbol.dispose]: () => undefined };

/** A lock is a symbolic link, whose text names its owner and no other lock has. */
interface Link {
  readonly path: string;
  readonly text: string;
}

function newLink(path: string): Link {
  return { path, text: `${currentOwner()}.${uniqueSuffix()}` };
}

const LONGEST_PAUSE_MS = 16;

// We cannot see processes of another machine or container. A lock of theirs older than this is stale: no write takes
// that long.
const UNKNOWN_OWNER_AGE_MS = 60_000;

const swept = new Set<string>();

/**
 * Keeps other processes of this user from writing the same file until disposed. If there is no directory for locks,
 * nothing is locked, and only the check before the rename guards the file.
 * @throws ToolError `CONFLICT` (details: `holder`, a process id) if another process holds it for all of `waitMs`,
 * `CANCELLED`
 */
export async function lockFile(realPath: string, options: UserLockOptions = {}): Promise<FileLock> {
  const { directory = runtimeDirectory(), signal } = options;
  if (directory === null) return NO_LOCK;
  if (!swept.has(directory)) sweepLocks(directory);
  const lock = newLink(join(directory, lockName(realPath)));
  assertNotCancelled(signal);
  const holder = take(lock);
  return holder === null ? heldLock(lock, false) : waitFor(lock, { holder, realPath, options });
}

interface Wait {
  readonly holder: string;
  readonly realPath: string;
  readonly options: UserLockOptions;
}

async function waitFor(lock: Link, { holder: first, realPath, options }: Wait): Promise<FileLock> {
  const { waitMs = LOCK_WAIT_MS, since = Date.now(), signal } = options;
  const deadline = performance.now() + waitMs;
  let holder: string | null = first;
  for (let pauseMs = 1; holder !== null; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    const isOver = performance.now() >= deadline || Date.now() - Math.max(since, takenAt(lock.path)) >= waitMs;
    if (isOver) throw heldBy(holder, realPath);
    // Random, so that waiting processes do not keep colliding. A pause cut short by the signal ends in the check below.
    await delay(pauseMs * (0.5 + Math.random()), undefined, signal && { signal }).catch(() => {});
    assertNotCancelled(signal);
    holder = take(lock);
  }
  return heldLock(lock, true);
}

/** Time when its holder took a lock. */
function takenAt(lock: string): number {
  return lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

export function lockName(of: string): string {
  return hash('sha256', of).slice(0, 32);
}

function heldBy(holder: string, path: string): ToolError {
  const pid = processIdIn(ownerIn(holder));
  const message = `Cannot write "${path}": process ${pid ?? 'unknown'} is writing it`;
  return new ToolError({ code: 'CONFLICT', problem: 'locked', path, holder: pid }, message);
}

/**
 * Takes a free lock and returns null; otherwise returns the text of the lock that is there, after removing it for the
 * next attempt if its owner is dead. A lock is a symbolic link, because making one is a single step that fails if
 * it exists, and it names its owner from its first moment.
 */
function take({ path: lock, text }: Link): string | null {
  try {
    symlinkSync(text, lock);
    return null;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') return withoutLocks(error);
  }
  const holder = nullOn('ENOENT', () => readLock(lock));
  if (holder === null) return '';
  if (isAbandoned(lock, holder)) breakLock(lock, holder);
  return holder;
}

/** @throws ToolError `IO_ERROR` if what has the name is no lock, and so never becomes free; the system's error */
function readLock(lock: string): string {
  try {
    return readlinkSync(lock);
  } catch (error) {
    if (errnoOf(error) !== 'EINVAL') throw error;
    const failure = { code: 'IO_ERROR', path: lock, errno: 'EEXIST', action: 'use' } as const;
    throw new ToolError(failure, `Cannot use "${lock}" as a lock: something else has that name`, { cause: error });
  }
}

function isAbandoned(lock: string, holder: string): boolean {
  if (released.has(holder)) return true;
  const liveness = livenessOf(ownerIn(holder));
  if (liveness !== 'unknown') return liveness === 'dead';
  return Date.now() - takenAt(lock) > UNKNOWN_OWNER_AGE_MS;
}

/** Removes locks of killed processes, once in each process: a file that is never written again would keep its lock. */
function sweepLocks(directory: string): void {
  swept.add(directory);
  removeQuietly(() => {
    for (const name of readdirSync(directory)) {
      const lock = join(directory, name);
      const holder = orNull(() => readlinkSync(lock));
      if (holder !== null && isAbandoned(lock, holder)) breakLock(lock, holder);
    }
  });
}

/** A full disk or a system without links must not prevent writing: the check before the rename remains. */
function withoutLocks(error: unknown): null {
  if (errnoOf(error) === null) throw error;
  return null;
}

/**
 * Removes a dead owner's lock, but never one that was taken since. A second lock, named for this very text, admits one
 * process at a time, which compares the text again before it removes the lock. If that process dies, its second lock is
 * removed by the same rule.
 */
function breakLock(lock: string, deadText: string): void {
  const breaker = newLink(join(dirname(lock), lockName(`${lock} ${deadText}`)));
  if (take(breaker) !== null) return;
  using _ = afterwards(() => release(breaker));
  if (orNull(() => readlinkSync(lock)) === deadText) removeQuietly(() => unlinkSync(lock));
}

/** Texts of locks that this process has released but could not remove. */
const released = new Set<string>();

function release({ path, text }: Link): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') released.add(text);
  }
}

function ownerIn(text: string): string {
  return text.slice(0, text.indexOf('.'));
}
