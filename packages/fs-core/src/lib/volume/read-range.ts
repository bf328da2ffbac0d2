import type { OpenFile } from './open-entry.ts';

/** The bytes `[from, from + length)` of the file, or as many of them as there are. */
export async function readRange(file: OpenFile, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, MAX_RANGE)));
  return firstOf(bytes, await file.read(bytes, from));
}

const MAX_RANGE = 2 ** 31 - 1;

/** The first `count` bytes; all if there are no more, without a new object. */
export function firstOf(bytes: Buffer, count: number): Buffer {
  return count < bytes.length ? bytes.subarray(0, count) : bytes;
}
