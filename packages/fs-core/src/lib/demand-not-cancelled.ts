import { ToolError } from './tool-error.ts';

/**
 * To be asked wherever work can still be given up. The signal's own reason may be anything at all: a time limit's is no
 * `AbortError`.
 * @throws ToolError `CANCELLED`
 */
export function demandNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ToolError('CANCELLED', 'Call cancelled', {}, { cause: signal.reason });
}
