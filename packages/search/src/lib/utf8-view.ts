import { type OpenFile, ToolError } from '@dragoman/fs-core';

/** Reads so many bytes, fewer only at the end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** How to read a file as ripgrep counts it: in UTF-8, behind the byte-order mark. */
export async function openUtf8(file: OpenFile): Promise<ReadAt> {
  const [first, second, third] = await readBytes(file, 0, 3);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const text = await readUtf16(file, first === 0xff ? 'utf-16le' : 'utf-16be');
    return async (offset, length) => text.subarray(offset, offset + length);
  }
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  return (offset, length) => readBytes(file, mark + offset, length);
}

const MAX_UTF16_BYTES = 64 * 1024 * 1024;

async function readUtf16(file: OpenFile, encoding: string): Promise<Uint8Array> {
  if (file.size > MAX_UTF16_BYTES) throw new ToolError('FILE_TOO_LARGE', 'Cannot search UTF-16 text of this size');
  return new TextEncoder().encode(new TextDecoder(encoding).decode(await readBytes(file, 0, file.size)));
}

async function readBytes(file: OpenFile, position: number, length: number): Promise<Uint8Array> {
  const target = new Uint8Array(length);
  return target.subarray(0, await file.read(target, position));
}
