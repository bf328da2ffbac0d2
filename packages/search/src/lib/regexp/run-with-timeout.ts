import { createContext, Script } from 'node:vm';
import { assertSpareDescriptors } from '@dragoman/fs-core/host';

// The script only calls `work`, and the script's time limit ends whatever that is busy with.
const script = new Script('work()');
const context = createContext({ work: undefined });
// Node watches the time in a thread with an event loop of its own, and aborts if it cannot open that loop's files.
const LIMIT_DESCRIPTORS = 6;

/**
 * Does synchronous work for `limitMs` at most, and returns whether it was done. `vm`'s timeout is the only way to
 * interrupt a synchronous regular expression.
 */
export function runWithTimeout(limitMs: number, work: () => void): boolean {
  assertSpareDescriptors(LIMIT_DESCRIPTORS);
  context.work = work;
  try {
    script.runInContext(context, { timeout: limitMs });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** The error comes from the script's own realm, so it is no `instanceof Error` of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
