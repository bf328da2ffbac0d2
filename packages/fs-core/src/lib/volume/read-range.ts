import type { OpenFile } from './volume.ts';

/** The bytes `[from, from + length)` of the file, or as many of them as there are; at once where the file has them. */
export function readRange(file: OpenFile, from: number, length: number): Buffer | Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, MAX_RANGE)));
  const count = file.read(bytes, from);
  return typeof count === 'number' ? firstOf(bytes, count) : count.then((later) => firstOf(bytes, later));
}

const MAX_RANGE = 2 ** 31 - 1;

/** The first `count` bytes; all where there are no more, without a new object. */
export function firstOf(bytes: Buffer, count: number): Buffer {
  return count < bytes.length ? bytes.subarray(0, count) : bytes;
}
