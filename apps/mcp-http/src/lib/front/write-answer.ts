import type { ServerResponse } from 'node:http';
import type { UnreadAnswer } from '../calls/unread-answers.ts';

// A client that has read nothing of its answer for longer is disconnected.
const UNREAD_MS = 60_000;
// Node reports a write once all of it is done, so whether a client still reads shows only in writes of this size.
const PIECE_BYTES = 64 * 1024;

/** Ends a response with this text; null if the system has accepted all of it. */
export function writeAnswer(response: ServerResponse, text: string): UnreadAnswer | null {
  const bytes = Buffer.byteLength(text);
  let timer: NodeJS.Timeout | undefined;
  // As a text, it leaves in one piece with its head.
  if (bytes <= PIECE_BYTES) response.end(text);
  else writePieces(response, Buffer.from(text), () => timer?.refresh());
  // That the system has taken all of it is known at once, though it is told only in a later turn.
  if ((response.writableEnded && response.writableLength === 0) || response.destroyed) return null;
  const giveUpAfter = (ms: number): void => {
    clearTimeout(timer);
    if (!response.closed) timer = setTimeout(() => response.destroy(), ms);
  };
  // While an earlier request of the connection is not answered, there is nothing to read.
  if (response.socket === null) response.once('socket', () => giveUpAfter(UNREAD_MS));
  else giveUpAfter(UNREAD_MS);
  response.on('close', () => clearTimeout(timer));
  return { bytes, hurry: giveUpAfter };
}

function writePieces(response: ServerResponse, bytes: Buffer, onRead: () => void): void {
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
}
