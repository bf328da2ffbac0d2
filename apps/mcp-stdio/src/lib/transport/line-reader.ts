import { Buffer } from 'node:buffer';

export interface LineHandlers {
  /** A whole line without its newline. The bytes are valid only during the call. */
  onLine(line: Buffer): void;
  /** A line over the limit, of which only the two ends were kept. */
  onOversized(line: OversizedLine): void;
}

export interface OversizedLine {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Bytes. */
  readonly size: number;
}

export interface LineReader {
  push(chunk: Buffer): void;
  /** Ends the input: a last line without a newline counts, too. */
  end(): void;
}

const NEWLINE = 0x0a;
// Bytes kept of each end: what is not the one large member of a message is most likely there.
const KEPT_OF_OVERSIZED = 8 * 1024;
const FIRST_CAPACITY = 64 * 1024;
// To grow to such a size for each message would bring on V8's garbage collector at every second or third.
const CAPACITY_TO_KEEP = 8 * 1024 * 1024;

/** Cuts a stream of bytes into lines; each byte is copied a bounded number of times, however small the pieces. */
export function createLineReader(maxBytes: number, handlers: LineHandlers): LineReader {
  const store = createStore();
  let skipped: OversizedLine | null = null;

  const take = (part: Buffer): void => {
    if (skipped !== null) {
      skipped = { head: skipped.head, tail: lastOf(skipped.tail, part), size: skipped.size + part.length };
    } else if (store.size + part.length > maxBytes) {
      const head = Buffer.concat([store.bytes().subarray(0, KEPT_OF_OVERSIZED), part.subarray(0, KEPT_OF_OVERSIZED)]);
      const tail = lastOf(store.bytes().subarray(-KEPT_OF_OVERSIZED), part);
      skipped = { head: head.subarray(0, KEPT_OF_OVERSIZED), tail, size: store.size + part.length };
      store.clear();
    } else {
      store.append(part);
    }
  };

  const finish = (): void => {
    const oversized = skipped;
    skipped = null;
    if (oversized !== null) {
      handlers.onOversized(oversized);
      return;
    }
    handlers.onLine(store.bytes());
    store.clear();
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const part = chunk.subarray(start, end);
        start = end + 1;
        const isWhole = store.size === 0 && skipped === null && part.length <= maxBytes;
        if (isWhole) {
          handlers.onLine(part);
        } else {
          take(part);
          finish();
        }
      }
      if (start < chunk.length) take(chunk.subarray(start));
    },
    end() {
      if (store.size > 0 || skipped !== null) finish();
    },
  };
}

/** Bytes that grow by doubling, so that a large message in small pieces costs no more than in large ones. */
function createStore() {
  let buffer = Buffer.alloc(0);
  let size = 0;
  return {
    get size() {
      return size;
    },
    bytes: () => buffer.subarray(0, size),
    append(part: Buffer): void {
      if (size + part.length > buffer.length) {
        const grown = Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, buffer.length * 2, size + part.length));
        buffer.copy(grown, 0, 0, size);
        buffer = grown;
      }
      part.copy(buffer, size);
      size += part.length;
    },
    clear(): void {
      size = 0;
      if (buffer.length > CAPACITY_TO_KEEP) buffer = Buffer.alloc(0);
    },
  };
}

function lastOf(before: Buffer, part: Buffer): Buffer {
  if (part.length >= KEPT_OF_OVERSIZED) return Buffer.from(part.subarray(-KEPT_OF_OVERSIZED));
  return Buffer.concat([before.subarray(part.length - KEPT_OF_OVERSIZED), part]);
}
