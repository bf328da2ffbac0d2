import { createContext, Script } from 'node:vm';

// All that it does is to call back: what the limit ends is whatever the call is busy with.
const script = new Script('work()');
const context = createContext({ work: undefined });

/**
 * Does synchronous work for so many milliseconds at most; false: it was cut short. This ends what nothing else does in
 * one thread: a regular expression that backtracks for ever.
 */
export function runWithin(limitMs: number, work: () => void): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: limitMs });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** The error comes from the script's own realm, where `Error` is another. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
