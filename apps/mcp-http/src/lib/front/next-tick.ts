import type { IncomingMessage } from 'node:http';

// In bytes. Most messages are smaller, and wait for no further tick.
const MOST_IN_ONE_TICK = 256 * 1024;

/** Lets others run between parsing a large message and serving it: either may take long. */
export async function yieldAfter(bytes: number): Promise<void> {
  if (bytes > MOST_IN_ONE_TICK) await new Promise(setImmediate);
}

/**
 * Reads on in the next tick of the event loop. Whatever a fast client has sent would otherwise be read in one tick, for as
 * long as it goes on sending, while all others wait.
 */
export function readOnInNextTick(request: IncomingMessage): void {
  request.pause();
  setImmediate(() => request.resume());
}
