import { Buffer } from 'node:buffer';

/** The bytes are valid only during the calls. */
export interface LineHandlers {
  /** A whole line without its newline. */
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
export function createLineReader(maxBytes: number, { onLine, onOversized }: LineHandlers): LineReader {
  // The first `size` bytes of `store` are the line so far, or the end of one that is over the limit.
  let store: Buffer = Buffer.alloc(0);
  let size = 0;
  let head: Buffer | null = null;
  let dropped = 0;

  const take = (part: Buffer): void => {
    if (size + part.length > store.length) store = grown(store, size, size + part.length);
    part.copy(store, size);
    size += part.length;
    if (size <= maxBytes) return;
    const kept = Math.min(size, KEPT_OF_OVERSIZED);
    head ??= Buffer.from(store.subarray(0, kept));
    store.copyWithin(0, size - kept, size);
    dropped += size - kept;
    size = kept;
  };

  const finish = (): void => {
    const line = store.subarray(0, size);
    if (head === null) onLine(line);
    else onOversized({ head, tail: line.subarray(-KEPT_OF_OVERSIZED), size: dropped + size });
    [size, dropped, head] = [0, 0, null];
    if (store.length > CAPACITY_TO_KEEP) store = Buffer.alloc(0);
  };

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const part = chunk.subarray(start, end);
        start = end + 1;
        if (size === 0 && part.length <= maxBytes) {
          onLine(part);
        } else {
          take(part);
          finish();
        }
      }
      if (start < chunk.length) take(chunk.subarray(start));
    },
    end() {
      if (size > 0) finish();
    },
  };
}

/** The two ends of a line that is there as a whole. */
export function endsOf(line: Buffer): OversizedLine {
  const [head, tail] = [line.subarray(0, KEPT_OF_OVERSIZED), line.subarray(-KEPT_OF_OVERSIZED)];
  return { head, tail, size: line.length };
}

/** A larger store with the same beginning: twice as large, so that a large message in small pieces costs no more. */
function grown(store: Buffer, size: number, least: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_CAPACITY, store.length * 2, least));
  store.copy(larger, 0, 0, size);
  return larger;
}
