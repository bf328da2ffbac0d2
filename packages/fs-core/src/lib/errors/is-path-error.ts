import { isShortage } from './errno.ts';
import { ToolError } from './tool-error.ts';

/**
 * True if an error concerns one path only, so that a search may leave that path out and go on. If descriptors or memory
 * are short, it may not: the files left out would look as if they held nothing.
 */
export function isPathError(error: unknown): error is ToolError {
  return error instanceof ToolError && !('errno' in error.failure && isShortage(error.failure.errno));
}

/** Returns the result of `ask`; null if that fails for a reason that concerns one path only. */
export function orPassOver<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (!isPathError(error)) throw error;
    return null;
  }
}
