import type { Readable } from 'node:stream';

/**
 * Reads on in the next turn of the event loop. Whatever a fast client has sent would otherwise be read in one turn, for as
 * long as it goes on sending, while all others wait.
 */
export function readOnInNextTurn(stream: Readable): void {
  stream.pause();
  setImmediate(() => stream.resume());
}
