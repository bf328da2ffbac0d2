import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { LineReader } from './line-reader.ts';
import type { LineWriter } from './line-writer.ts';

export interface InboxOptions {
  readonly input: Readable;
  readonly lines: LineReader;
  readonly writer: Pick<LineWriter, 'blocked'>;
  /** Bytes held before the input is paused. */
  readonly maxHeldBytes: number;
  /** Called when the input has ended or failed. */
  readonly onEnd: () => void;
}

export interface Inbox {
  start(): void;
  /** Passes on what was held. */
  release(): void;
  /** Resolves when nothing is held that could still be passed on. */
  emptied(): Promise<void>;
  stop(): void;
}

/** Passes the bytes of a stream on as long as answers can be written, and holds them while the client does not read. */
export function createInbox({ input, lines, writer, maxHeldBytes, onEnd }: InboxOptions): Inbox {
  // Held here rather than left in the pipe, so that the end of the input is still seen.
  const held: Buffer[] = [];
  let heldBytes = 0;
  let ended = false;

  const receive = (chunk: Buffer): void => {
    if (writer.blocked === null) {
      lines.push(chunk);
      return;
    }
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (heldBytes > maxHeldBytes) input.pause();
  };
  const end = (): void => {
    ended = true;
    if (held.length === 0) lines.end();
    onEnd();
  };

  return {
    start() {
      input.on('data', receive).on('end', end).on('error', onEnd).resume();
    },
    release() {
      for (let chunk = held.shift(); chunk !== undefined; chunk = held.shift()) {
        heldBytes -= chunk.length;
        lines.push(chunk);
        if (writer.blocked !== null) return;
      }
      if (ended) lines.end();
      else input.resume();
    },
    async emptied() {
      while (held.length > 0 && writer.blocked !== null) await writer.blocked;
    },
    stop() {
      input.off('data', receive).off('end', end).pause();
    },
  };
}
