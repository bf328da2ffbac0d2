import type { ServerResponse } from 'node:http';
import type { UnreadAnswer } from '../calls/unread-answers.ts';

// After which a client that reads nothing of what it asked for is given up.
const UNREAD_MS = 60_000;
// Node tells of a write when it is done with the whole: only of pieces can one tell whether a client reads on.
const PIECE_BYTES = 64 * 1024;

/** Ends a response by these bytes; null if all of them are on their way already. */
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
  if (response.writableFinished || response.destroyed) return null;
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
