import { isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import type { Line } from '@dragoman/outcomes/internal/parts';
import type { Codec } from '../encoding/codec.ts';
import { type Encoding, unitSize } from '../encoding/text-format.ts';
import { firstCodePoints, toLine } from './line.ts';
import { measureLine } from './long-line.ts';
import { countNewlines, endOfLines } from './newlines.ts';

export interface CollectOptions {
  readonly codec: Codec;
  /** Bytes of the file. */
  readonly size: number;
  /** Offset at which the first line begins. */
  readonly startOffset: number;
  readonly maxLines: number;
  readonly maxLineLength: number;
  readonly maxBytes: number;
}

export interface CollectedLines {
  readonly lines: readonly Line[];
  /** Offset after the last line collected. */
  readonly endOffset: number;
  /** Some of the bytes are not UTF-8, in a file read as UTF-8. */
  readonly faulty: boolean;
}

// Below half of Node's pool, from which such a buffer is cut without an allocation of its own.
const SMALL_CHUNK = 2 * 1024;
const LARGE_CHUNK = 256 * 1024;
/** A line of up to this many bytes is read whole. */
const LONG_LINE = 64 * 1024;

/** A generous guess, so that most short ranges take one read. */
const BYTES_PER_LINE = 128;

/** Collects whole lines until one of the limits is reached. Every read begins at a line, so no part of one is kept. */
export async function collectLines(file: OpenFile, options: CollectOptions): Promise<CollectedLines> {
  const { codec, size, maxLines, maxLineLength } = options;
  const buffer = createLineBuffer(options);
  // Anything longer is certainly cut, so only its beginning is kept.
  const longLine = LONG_LINE + 4 * maxLineLength;
  let chunkSize = Math.min(LARGE_CHUNK, Math.max(SMALL_CHUNK, maxLines * BYTES_PER_LINE));
  let offset = options.startOffset;
  let faulty = false;
  while (offset < size && !buffer.isFull()) {
    const chunk = await readRange(file, offset, Math.min(chunkSize, size - offset));
    if (chunk.length === 0) break;
    const atEnd = offset + chunk.length >= size;
    const end = endOfRegion(chunk, atEnd, { linesLeft: buffer.linesLeft(), encoding: codec.encoding });
    if (end > 0) {
      const region = chunk.subarray(0, end);
      const taken = buffer.put(region);
      // Invalid UTF-8 outside the requested lines is ignored; within them it counts, also if the output was cut before
      // it.
      const part = buffer.linesLeft() > 0 ? region : region.subarray(0, taken);
      faulty ||= codec.encoding === 'utf-8' && !isUtf8(part);
      offset += taken;
      chunkSize = LARGE_CHUNK;
    } else if (chunkSize < longLine) {
      chunkSize = longLine;
    } else {
      const line = await measureLine(file, { codec, startOffset: offset, size });
      const text = firstCodePoints(codec.decode(chunk), maxLineLength);
      faulty ||= line.faulty;
      if (!buffer.putLine({ text, ending: line.ending, fullLength: line.length })) break;
      offset = line.endOffset;
    }
  }
  return { lines: buffer.lines, endOffset: offset, faulty };
}

/** Bytes per line to assume when sizing the buffer; below the average of source code. */
const SHORT_LINE = 32;

/** End of the whole lines to decode: at the end of the file, the text after the last newline is a line, too. */
function endOfRegion(
  chunk: Buffer,
  atEnd: boolean,
  { linesLeft, encoding }: { linesLeft: number; encoding: Encoding },
): number {
  // Most likely all lines of the chunk are asked for, and finding out takes longer than to decode some too many.
  const isLikelyAll = linesLeft * SHORT_LINE >= chunk.length && unitSize(encoding) === 1;
  if (isLikelyAll) return atEnd ? chunk.length : endOfLines(chunk, chunk.length, encoding);
  const end = endOfLines(chunk, linesLeft, encoding);
  if (!atEnd || end === chunk.length) return end;
  return countNewlines(chunk.subarray(0, end), encoding) < linesLeft ? chunk.length : end;
}

/** The lines collected so far, and the room that the limits leave. */
interface LineBuffer {
  readonly lines: readonly Line[];
  linesLeft(): number;
  isFull(): boolean;
  /** Takes whole lines while there is room; returns how many of the bytes were taken. */
  put(region: Buffer): number;
  /** Takes a line if there is room. */
  putLine(line: Line): boolean;
}

function createLineBuffer({ codec, maxLines, maxLineLength, maxBytes }: CollectOptions): LineBuffer {
  const lines: Line[] = [];
  let bytesLeft = maxBytes;
  let overfull = false;
  function putLine(line: Line, isAscii = false): boolean {
    const { text, ending } = line;
    bytesLeft -= (isAscii ? text.length : Buffer.byteLength(text)) + ending.length;
    overfull = bytesLeft < 0;
    if (!overfull) lines.push(line);
    return !overfull;
  }
  return {
    lines,
    putLine,
    linesLeft: () => maxLines - lines.length,
    isFull: () => overfull || lines.length >= maxLines,
    put(region) {
      const whole = codec.decode(region);
      // Measuring each line takes as long as making it.
      const isAscii = Buffer.byteLength(whole) === whole.length;
      const before = lines.length;
      let from = 0;
      while (from < whole.length && !overfull && lines.length < maxLines) {
        const newline = whole.indexOf('\n', from);
        const to = newline === -1 ? whole.length : newline;
        putLine(toLine(whole.slice(from, to), newline !== -1, maxLineLength), isAscii);
        from = to + 1;
      }
      const isAll = from >= whole.length && !overfull;
      return isAll ? region.length : endOfLines(region, lines.length - before, codec.encoding);
    },
  };
}
