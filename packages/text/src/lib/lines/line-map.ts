import type { OpenFile } from '@dragoman/fs-core';
import { readRange, yieldToEventLoop } from '@dragoman/fs-core/internal/kernel';
import type { LineMap } from '../encoding/text-facts.ts';
import { type TextFormat, unitSize } from '../encoding/text-format.ts';
import { openByteCounter } from './byte-counter.ts';
import { findNewline } from './newlines.ts';

/** The byte at which a line begins; if there is no such line, how many lines there are. */
export type LineOffset = { readonly offset: number } | { readonly totalLines: number };

const MIN_BLOCK = 32 * 1024;
const MAX_BLOCK = 256 * 1024;
const MAX_BLOCKS = 64 * 1024;

/** Bytes scanned before other work gets a turn. */
const TURN = 32 * 1024 * 1024;

export function createLineMap(fileSize: number): LineMap {
  let blockSize = MIN_BLOCK;
  while (blockSize < MAX_BLOCK && fileSize / blockSize > MAX_BLOCKS) blockSize *= 2;
  return { fileSize, blockSize, before: [0] };
}

/** Finds the byte at which `line` begins, scanning what has not been scanned and no further than needed. */
export async function locateLine(
  file: OpenFile,
  format: TextFormat,
  at: { map: LineMap; line: number },
): Promise<LineOffset> {
  const { map, line } = at;
  if (map.fileSize <= format.bomLength) return { totalLines: 0 };
  if (line === 1) return { offset: format.bomLength };
  const newlines = line - 1;
  await scan(file, format, { map, newlines });
  if (lastOf(map) < newlines) return { totalLines: await totalOf(file, format, map) };
  const offset = await offsetAfter(file, format, { map, newlines });
  return offset < map.fileSize ? { offset } : { totalLines: newlines };
}

/** All lines of the file; a part after the last newline counts as one. */
export async function countLines(file: OpenFile, format: TextFormat, map: LineMap): Promise<number> {
  if (map.fileSize <= format.bomLength) return 0;
  await scan(file, format, { map, newlines: Number.POSITIVE_INFINITY });
  return totalOf(file, format, map);
}

async function totalOf(file: OpenFile, format: TextFormat, map: LineMap): Promise<number> {
  const unit = unitSize(format.encoding);
  const lastUnit = await readRange(file, map.fileSize - unit, unit);
  return lastOf(map) + (findNewline(lastUnit, 0, format.encoding) === -1 ? 1 : 0);
}

/** Scans on until it has passed `newlines` newlines or reached the end of the file. */
async function scan(
  file: OpenFile,
  format: TextFormat,
  { map, newlines }: { map: LineMap; newlines: number },
): Promise<void> {
  if (isScanned(map) || lastOf(map) >= newlines) return;
  using counter = openByteCounter(format.encoding);
  let turn = 0;
  while (!isScanned(map) && lastOf(map) < newlines) {
    const firstBlock = map.before.length - 1;
    const count = await file.read(counter.buffer, firstBlock * map.blockSize);
    if (count === 0) return;
    // Another scan of the same file may have come first while this one waited.
    if (map.before.length - 1 !== firstBlock) continue;
    for (let at = 0; at < count; at += map.blockSize) {
      map.before.push(lastOf(map) + counter.newlines(at, Math.min(at + map.blockSize, count)));
    }
    turn += count;
    if (turn < TURN) continue;
    turn = 0;
    await yieldToEventLoop();
  }
}

/** The byte after newline number `newlines`, which lies in a scanned block. */
async function offsetAfter(
  file: OpenFile,
  format: TextFormat,
  at: { map: LineMap; newlines: number },
): Promise<number> {
  const { map, newlines } = at;
  const block = blockWith(map.before, newlines);
  const bytes = await readRange(file, block * map.blockSize, map.blockSize);
  let offset = 0;
  for (let left = newlines - (map.before[block] ?? 0); left > 0; left--) {
    offset = findNewline(bytes, offset, format.encoding) + unitSize(format.encoding);
  }
  return block * map.blockSize + offset;
}

/** The last block before which there are fewer newlines than `newlines`. */
function blockWith(before: readonly number[], newlines: number): number {
  let low = 0;
  let high = before.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((before[middle] ?? 0) < newlines) low = middle;
    else high = middle;
  }
  return low;
}

function isScanned({ before, blockSize, fileSize }: LineMap): boolean {
  return (before.length - 1) * blockSize >= fileSize;
}

function lastOf({ before }: LineMap): number {
  return before[before.length - 1] ?? 0;
}
