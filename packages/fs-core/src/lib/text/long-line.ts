import { isUtf8 } from 'node:buffer';
import type { OpenFile } from '../volume.ts';
import { openByteCounter } from './byte-counter.ts';
import type { Codec } from './codec.ts';
import { countCodePoints } from './line.ts';
import { findNewline } from './newlines.ts';
import { letOtherWorkRun } from './other-work.ts';
import { isUnit, unitSize } from './text-format.ts';

/** Bytes measured before other work gets a turn. */
const TURN = 32 * 1024 * 1024;

export interface LineMeasure {
  /** Code points without the ending. */
  readonly length: number;
  readonly ending: '' | '\n' | '\r\n';
  /** Bytes before what follows the line. */
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
  using counter = openByteCounter(encoding);
  let length = 0;
  let faulty = false;
  let afterCr = false;
  let turn = 0;
  for (let offset = startOffset; offset < size; ) {
    const count = await file.read(counter.buffer, offset);
    if (count === 0) break;
    const chunk = counter.buffer.subarray(0, Math.min(count, size - offset));
    const newline = findNewline(chunk, 0, encoding);
    const isLast = newline !== -1 || offset + chunk.length >= size;
    const part =
      newline === -1
        ? chunk.subarray(0, isLast ? chunk.length : codec.completeLength(chunk))
        : chunk.subarray(0, newline);
    if (part.length > 0) afterCr = isUnit(part, part.length - unit, { encoding, code: 0x0d });
    const plain = encoding === 'utf-8' && isUtf8(part);
    faulty ||= encoding === 'utf-8' && !plain;
    length += plain ? part.length - counter.continuations(part.length) : countCodePoints(codec.decode(part));
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
    await letOtherWorkRun();
  }
  return { length, ending: '', endOffset: size, faulty };
}
