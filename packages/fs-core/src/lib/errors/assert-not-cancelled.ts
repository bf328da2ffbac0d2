import { ToolError } from './tool-error.ts';

/**
 * Called wherever work can still be given up. The signal's reason becomes the cause; it may be any value.
 * @throws ToolError `CANCELLED`
 */
export function assertNotCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ToolError({ code: 'CANCELLED' }, 'Call cancelled', { cause: signal.reason });
}
