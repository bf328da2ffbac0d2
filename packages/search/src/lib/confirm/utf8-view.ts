import { type OpenFile, readRange, yieldToEventLoop } from '@dragoman/fs-core/internal/kernel';

/** Reads `length` bytes from a byte offset on; fewer only at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

export interface Utf8ViewOptions {
  /** Label of the file's encoding; by default UTF-8, or what a byte-order mark says. */
  readonly encoding?: string | undefined;
  /** Bytes to read at once from the start of the file, and to keep for the first reads; 3 (a mark) at least. Default 0. */
  readonly headBytes?: number;
  /** Bytes to read at once if fewer are asked for, so that the next reads need no system call. Default 0. */
  readonly aheadBytes?: number;
}

/** Opens a view of a file at the offsets that ripgrep reports: in its text as UTF-8, without the byte-order mark. */
export async function openUtf8(file: OpenFile, options: Utf8ViewOptions = {}): Promise<ReadAt> {
  const { encoding, headBytes = 0, aheadBytes = 0 } = options;
  const head = await readRange(file, 0, Math.max(headBytes, 3));
  const foreign = encoding ?? markedUtf16(head);
  if (foreign !== null) return decodeAlong(file, foreign);
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return readAhead(file, { head, mark, aheadBytes });
}

interface Ahead {
  readonly head: Uint8Array;
  /** Bytes of the byte-order mark. */
  readonly mark: number;
  readonly aheadBytes: number;
}

function readAhead(file: OpenFile, { head, mark, aheadBytes }: Ahead): ReadAt {
  let start = 0;
  let block = head;
  return async (offset, length) => {
    const position = mark + offset;
    const from = position - start;
    if (from >= 0 && from + length <= block.length) return block.subarray(from, from + length);
    block = await readRange(file, position, Math.max(length, aheadBytes));
    start = position;
    return block.subarray(0, length);
  };
}

function markedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Converts a file to UTF-8. An offset is found only by decoding all that comes before it: reads in the order of the file
 * go on from the read before, and one that goes back starts again. No more is held than the last read asked for.
 */
function decodeAlong(file: OpenFile, encoding: string): ReadAt {
  let decoded = createDecoded(file, encoding);
  return async (offset, length) => {
    if (offset < decoded.start) decoded = createDecoded(file, encoding);
    return await decoded.read(offset, length);
  };
}

interface ByteWindow {
  /** Offset of the first byte that is held. */
  readonly start: number;
  read: ReadAt;
}

function createDecoded(file: OpenFile, encoding: string): ByteWindow {
  const decoder = new TextDecoder(encoding);
  let position = 0;
  let start = 0;
  let held: Uint8Array = new Uint8Array();

  const dropBefore = (offset: number): void => {
    const gone = Math.min(offset - start, held.length);
    held = held.subarray(gone);
    start += gone;
  };

  /** Decodes the next chunk; false at the end of the file. */
  const readOn = async (): Promise<boolean> => {
    // The file may be large: other calls go on between two chunks.
    if (position > 0) await yieldToEventLoop();
    const bytes = await readRange(file, position, CHUNK_BYTES);
    position += bytes.length;
    const text = decoder.decode(bytes, { stream: bytes.length > 0 });
    held = Buffer.concat([held, Buffer.from(text)]);
    return bytes.length > 0;
  };

  return {
    get start() {
      return start;
    },
    async read(offset, length) {
      do dropBefore(offset);
      while (start + held.length < offset + length && (await readOn()));
      return held.subarray(0, length);
    },
  };
}
