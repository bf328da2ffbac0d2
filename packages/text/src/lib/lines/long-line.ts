import { isAscii, isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { firstOf, yieldToEventLoop } from '@dragoman/fs-core/internal/kernel';
import type { Codec } from '../encoding/codec.ts';
import { isUnit, unitSize } from '../encoding/text-format.ts';
import { countContinuations } from './byte-counter.ts';
import { countCodePoints } from './line.ts';
import { findNewline } from './newlines.ts';

const CHUNK = 256 * 1024;

/** Bytes measured before other work gets a turn. */
const TURN = 32 * 1024 * 1024;

export interface LineMeasure {
  /** Code points without the ending. */
  readonly length: number;
  readonly ending: '' | '\n' | '\r\n';
  /** The byte after the line and its ending. */
  readonly endOffset: number;
  /** Some of its bytes are not UTF-8, in a file read as UTF-8. */
  readonly faulty: boolean;
}

export interface LineSpan {
  readonly codec: Codec;
  readonly startOffset: number;
  /** Bytes of the file. */
  readonly size: number;
}

/** Measures a line of any length in constant memory. */
export async function measureLine(file: OpenFile, { codec, startOffset, size }: LineSpan): Promise<LineMeasure> {
  const { encoding } = codec;
  const unit = unitSize(encoding);
  const buffer = Buffer.allocUnsafeSlow(CHUNK);
  let length = 0;
  let faulty = false;
  let afterCr = false;
  let turn = 0;
  for (let offset = startOffset; offset < size; ) {
    const count = await file.read(buffer, offset);
    if (count === 0) break;
    const chunk = firstOf(buffer, Math.min(count, size - offset));
    const newline = findNewline(chunk, 0, encoding);
    const isLast = newline !== -1 || offset + chunk.length >= size;
    const part =
      newline === -1 ? firstOf(chunk, isLast ? chunk.length : codec.completeLength(chunk)) : firstOf(chunk, newline);
    if (part.length > 0) afterCr = isUnit(part, part.length - unit, { encoding, code: 0x0d });
    const isAsciiPart = encoding === 'utf-8' && isAscii(part);
    faulty ||= encoding === 'utf-8' && !isAsciiPart && !isUtf8(part);
    length += isAsciiPart ? part.length : codePointsIn(part, codec, faulty);
    offset += part.length;
    if (newline !== -1) {
      const endOffset = offset + unit;
      return afterCr
        ? { length: length - 1, ending: '\r\n', endOffset, faulty }
        : { length, ending: '\n', endOffset, faulty };
    }
    turn += part.length;
    if (turn < TURN) continue;
    turn = 0;
    await yieldToEventLoop();
  }
  return { length, ending: '', endOffset: size, faulty };
}

function codePointsIn(bytes: Uint8Array, codec: Codec, faulty: boolean): number {
  const isCounted = codec.encoding === 'utf-8' && !faulty;
  return isCounted ? bytes.length - countContinuations(bytes) : countCodePoints(codec.decode(bytes));
}
