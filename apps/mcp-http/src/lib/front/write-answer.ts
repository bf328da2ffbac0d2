import type { ServerResponse } from 'node:http';
import type { UnreadAnswer } from '../calls/unread-answers.ts';

// A client that has read nothing of its answer for longer is disconnected.
const UNREAD_MS = 60_000;
// Node reports a write once all of it is done, so whether a client still reads shows only in writes of this size.
const PIECE_BYTES = 64 * 1024;

/** Ends a response with these bytes; null if the system has accepted all of them. */
export function writeAnswer(response: ServerResponse, bytes: Buffer): UnreadAnswer | null {
  let onRead = (): void => {};
  const writeFrom = (start: number): void => {
    if (response.destroyed) return;
    const end = start + PIECE_BYTES;
    if (end >= bytes.length) response.end(bytes.subarray(start));
    else
      response.write(bytes.subarray(start, end), () => {
        onRead();
        writeFrom(end);
      });
  };
  writeFrom(0);
  // That the system has taken all of it is known at once, though it is told only in a later turn.
  if ((response.writableEnded && response.writableLength === 0) || response.destroyed) return null;
  const giveUp = (): void => void response.destroy();
  let timer = setTimeout(giveUp, UNREAD_MS);
  onRead = () => timer.refresh();
  response.on('close', () => clearTimeout(timer));
  return {
    bytes: bytes.length,
    hurry(ms) {
      clearTimeout(timer);
      if (!response.closed) timer = setTimeout(giveUp, ms);
    },
  };
}
