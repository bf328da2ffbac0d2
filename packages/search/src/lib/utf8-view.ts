import type { OpenFile } from '@dragoman/fs-core';

/** Reads so many bytes, fewer only at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

export interface Utf8ViewOptions {
  /** Label of the file's encoding; by default UTF-8, or what a byte-order mark says. */
  readonly encoding?: string | undefined;
  /** Bytes that are read at once, where fewer are asked for. Default 0. */
  readonly aheadBytes?: number;
}

/** How to read a file as ripgrep counts it: in UTF-8, behind the byte-order mark. */
export async function openUtf8(file: OpenFile, { encoding, aheadBytes = 0 }: Utf8ViewOptions = {}): Promise<ReadAt> {
  const head = await readBytes(file, 0, 3);
  const foreign = encoding ?? markedUtf16(head);
  if (foreign !== null) {
    const text = await readForeign(file, foreign);
    return async (offset, length) => text.subarray(offset, offset + length);
  }
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return readAhead(file, mark, aheadBytes);
}

function readAhead(file: OpenFile, firstByte: number, aheadBytes: number): ReadAt {
  let start = 0;
  let block = new Uint8Array();
  return async (offset, length) => {
    const position = firstByte + offset;
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

// To find a place in it, all that comes before has to be decoded.
const MAX_FOREIGN_BYTES = 64 * 1024 * 1024;

/** Nothing of a file that is too large. */
async function readForeign(file: OpenFile, encoding: string): Promise<Uint8Array> {
  if (file.size > MAX_FOREIGN_BYTES) return new Uint8Array();
  return new TextEncoder().encode(new TextDecoder(encoding).decode(await readBytes(file, 0, file.size)));
}

async function readBytes(file: OpenFile, position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new Uint8Array(length);
  return target.subarray(0, await file.read(target, position));
}
