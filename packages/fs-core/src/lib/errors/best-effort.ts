import { closeSync } from 'node:fs';
import { errnoOf } from './errno.ts';

/** Runs `act`; returns false if the system refused it. For steps that a write can do without. */
export function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

/** Acts like `attempt`, for an asynchronous task. */
export async function attemptLater(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

/** Returns the result of `ask`; null if there is none, or if the system refuses to say. */
export function orNull<T>(ask: () => T | undefined): T | null {
  try {
    return ask() ?? null;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

/** Returns the result of `act`; null if the system answers with this error. */
export function nullOn<T>(errno: string, act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) !== errno) throw error;
    return null;
  }
}

/** Calls a function at the end of a scope: `using _ = afterwards(…)`. */
export function afterwards(act: () => void): Disposable {
  return { [Symbol.dispose]: act };
}

/**
 * Returns the result of `act`; if it throws, `undo` is called first. For what was acquired, and is handed on if all
 * goes well.
 */
export function orUndo<T>(undo: () => void, act: () => T): T {
  try {
    return act();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Acts like `orUndo`, for an asynchronous task. */
export async function orUndoLater<T>(undo: () => void, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Closes a descriptor of which nothing is left to reach the disk: a late error (close(2)) changes nothing. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch (error) {
    // A descriptor that was not open is a mistake of this program.
    if (errnoOf(error) === 'EBADF') throw error;
  }
}

/** Removes something and ignores any error: for cleaning up after a failure, whose own error matters more. */
export function removeQuietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // Another process removed it, or the directory is gone: nothing is left to clean.
  }
}

/** Parses a text as JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
