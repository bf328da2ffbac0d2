import { setImmediate } from 'node:timers/promises';
import type { OpenFile } from '@dragoman/fs-core';

/** Reads so many bytes, fewer only at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

export interface Utf8ViewOptions {
  /** Label of the file's encoding; by default UTF-8, or what a byte-order mark says. */
  readonly encoding?: string | undefined;
  /** Bytes that are read at the start of the file, where its mark is, and kept for what is asked for first. Default 3. */
  readonly headBytes?: number;
  /** Bytes that are read at once, where fewer are asked for. Default 0. */
  readonly aheadBytes?: number;
}

/** How to read a file as ripgrep counts it: in UTF-8, behind the byte-order mark. */
export async function openUtf8(file: OpenFile, options: Utf8ViewOptions = {}): Promise<ReadAt> {
  const { encoding, headBytes = 0, aheadBytes = 0 } = options;
  const head = await readBytes(file, 0, Math.max(headBytes, 3));
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
    if (position < start || position + length > start + block.length) {
      block = await readBytes(file, position, Math.max(length, aheadBytes));
      start = position;
    }
    return block.subarray(position - start, position - start + length);
  };
}

function markedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * To find a place, all that comes before has to be decoded: what is asked for in the file's order is decoded once, and
 * no more of it is held than was asked for last.
 */
function decodeAlong(file: OpenFile, encoding: string): ReadAt {
  let decoded = createDecoded(file, encoding);
  return async (offset, length) => {
    if (offset < decoded.start) decoded = createDecoded(file, encoding);
    return await decoded.read(offset, length);
  };
}

interface Decoded {
  /** Where what is held begins. */
  readonly start: number;
  read: ReadAt;
}

function createDecoded(file: OpenFile, encoding: string): Decoded {
  const decoder = new TextDecoder(encoding);
  let position = 0;
  let start = 0;
  let held: Uint8Array = new Uint8Array();

  const dropBefore = (offset: number): void => {
    const gone = Math.min(offset - start, held.length);
    held = held.subarray(gone);
    start += gone;
  };

  /** False at the end of the file. */
  const readOn = async (): Promise<boolean> => {
    // A file may be large, and others are waiting.
    if (position > 0) await setImmediate();
    const bytes = await readBytes(file, position, CHUNK_BYTES);
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

async function readBytes(file: OpenFile, position: number, length: number): Promise<Uint8Array> {
  const target = Buffer.allocUnsafe(length);
  return target.subarray(0, await file.read(target, position));
}
