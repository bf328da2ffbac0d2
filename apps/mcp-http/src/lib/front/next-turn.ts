import type { IncomingMessage } from 'node:http';

// In bytes. Most messages are smaller, and wait for no further turn.
const MOST_IN_ONE_TURN = 256 * 1024;

/** Lets others have their turn between parsing a large message and serving it: either may take long. */
export async function giveWayAfter(bytes: number): Promise<void> {
  if (bytes > MOST_IN_ONE_TURN) await new Promise(setImmediate);
}

/**
 * Reads on in the next turn of the event loop. Whatever a fast client has sent would otherwise be read in one turn, for as
 * long as it goes on sending, while all others wait.
 */
export function readOnInNextTurn(request: IncomingMessage): void {
  request.pause();
  setImmediate(() => request.resume());
}
