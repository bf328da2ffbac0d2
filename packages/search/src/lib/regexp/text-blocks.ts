import type { ReadAt } from '../confirm/utf8-view.ts';
import { MAX_SEARCHED_BYTES } from '../ripgrep/limits.ts';

/** Some whole lines of a text file, in UTF-8. */
export interface TextBlock {
  readonly bytes: Buffer;
  /** Offset at which `bytes` begin, like `ProposedLine.offset`. */
  readonly offset: number;
  /** 1-based number of the first line. */
  readonly firstLine: number;
  /** Bytes left out at the end of a line that is too long for a block, and then its only line. */
  readonly dropped: number;
}

/** The most that a block of several lines holds. */
export const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Yields the lines of text in UTF-8 in blocks of 256 KB at most, a longer line in a block of its own. */
export async function* readTextBlocks(readAt: ReadAt): AsyncGenerator<TextBlock> {
  let offset = 0;
  let firstLine = 1;
  for (;;) {
    const block = await readBlock(readAt, offset);
    if (block.bytes.length === 0) return;
    yield { offset, firstLine, ...block };
    offset += block.bytes.length + block.dropped;
    firstLine += countNewlines(block.bytes) + (block.dropped > 0 ? 1 : 0);
  }
}

async function readBlock(readAt: ReadAt, offset: number): Promise<{ bytes: Buffer; dropped: number }> {
  const bytes = Buffer.from(await readAt(offset, BLOCK_BYTES));
  if (bytes.length < BLOCK_BYTES) return { bytes, dropped: 0 };
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  return end > 0 ? { bytes: bytes.subarray(0, end), dropped: 0 } : longLine(readAt, offset, bytes);
}

/** A line that is longer than a block, up to the most that is held in memory. */
async function longLine(
  readAt: ReadAt,
  offset: number,
  beginning: Buffer,
): Promise<{ bytes: Buffer; dropped: number }> {
  const parts = [beginning];
  for (let length = beginning.length; length < MAX_SEARCHED_BYTES; ) {
    const part = Buffer.from(await readAt(offset + length, BLOCK_BYTES));
    const end = part.indexOf(NEWLINE) + 1;
    parts.push(end > 0 ? part.subarray(0, end) : part);
    if (end > 0 || part.length < BLOCK_BYTES) return { bytes: Buffer.concat(parts), dropped: 0 };
    length += part.length;
  }
  const bytes = Buffer.concat(parts);
  return { bytes, dropped: await lineRest(readAt, offset + bytes.length) };
}

/** Bytes from `from`, inside a line, to the end of the line, its newline included. */
async function lineRest(readAt: ReadAt, from: number): Promise<number> {
  for (let at = from; ; at += BLOCK_BYTES) {
    const bytes = await readAt(at, BLOCK_BYTES);
    const newline = bytes.indexOf(NEWLINE);
    if (newline >= 0) return at + newline + 1 - from;
    if (bytes.length < BLOCK_BYTES) return at + bytes.length - from;
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
