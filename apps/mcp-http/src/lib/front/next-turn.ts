import type { IncomingMessage } from 'node:http';

/**
 * Reads on in the next turn of the event loop. Whatever a fast client has sent would otherwise be read in one turn, for as
 * long as it goes on sending, while all others wait.
 */
export function readOnInNextTurn(request: IncomingMessage): void {
  request.pause();
  setImmediate(() => request.resume());
}
