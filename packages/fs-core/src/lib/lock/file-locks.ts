import { ToolError } from '../errors/tool-error.ts';

/** Keeps writers of one file apart. */
export interface FileLocks {
  /**
   * The writers that are kept apart: those of this user on this machine, or those of every machine that has the file
   * system.
   */
  readonly reach: LockReach;
  /**
   * Keeps others from writing the file until the lock is disposed.
   * @throws ToolError `CONFLICT` (details: `holder`) if another holds it for all of `waitMs`, `CANCELLED`; `READ_ONLY`
   * if writers cannot be kept apart
   */
  lock(realPath: string, options?: LockOptions): Promise<FileLock>;
}

/** `none`: no writers can be kept apart, so nothing is written. */
export type LockReach = 'user' | 'cluster' | 'none';

export interface LockOptions {
  /** Milliseconds to wait for another process. Default 10 s. */
  readonly waitMs?: number;
  /**
   * Time when the caller began to wait (`Date.now()`). Time spent in this process's own queue counts. Default: only
   * now.
   */
  readonly since?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FileLock extends Disposable {
  /** Another process may have changed the file since it was looked up. */
  readonly waited: boolean;
}

/** Milliseconds that a writer waits for another. */
export const LOCK_WAIT_MS = 10_000;

/** The reason why writers cannot be kept apart; `no-lock`: something has the name of the lock that is none. */
type LockObstacle = 'object-store' | 'no-flock' | 'no-lock';

/** The error if writers of a path cannot be kept apart. */
export function unguarded(path: string, why: LockObstacle): ToolError {
  return new ToolError({ code: 'READ_ONLY', path, why }, `Cannot write "${path}": writers cannot be kept apart`);
}
