import type { OpenFile } from '@dragoman/fs-core';

// More than a local volume reads synchronously, so that other calls go on during the read.
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Whether ripgrep takes a file for binary: it holds a NUL byte, and no encoding is given or marked as UTF-16. */
export async function isBinary(file: OpenFile, encoding: string | undefined): Promise<boolean> {
  if (encoding !== undefined) return false;
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, file.size));
  for (let position = 0; position < file.size; position += chunk.length) {
    const count = await file.read(chunk, position);
    if (position === 0 && isMarkedUtf16(chunk)) return false;
    if (count === 0) break;
    if (chunk.subarray(0, count).includes(0)) return true;
  }
  return false;
}

function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
