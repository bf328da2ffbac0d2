import { isAscii } from 'node:buffer';
import type { FileIdentity, OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import type { Codec } from '../encoding/codec.ts';
import { readConfirmed } from '../encoding/confirm-encoding.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import type { Encoding, TextFormat } from '../encoding/text-format.ts';
import { readStable } from './stable-read.ts';

/** Offset at which a window begins, and the largest part of the file it may take. */
export interface WindowPosition {
  /** Byte of the file at which a character begins. */
  readonly offset: number;
  /** The most bytes of the file to decode; at least as many as one character takes. */
  readonly maxBytes: number;
}

/** Text from some byte of a file on, wherever in a line that is. */
export interface TextWindow {
  readonly text: string;
  readonly encoding: Encoding;
  /** Nothing follows in the file. */
  readonly atEnd: boolean;
  /** Byte of the file at which the first `units` UTF-16 units of the text end. */
  offsetAfter(units: number): number;
}

/**
 * Decodes whole characters from a byte on. What a window shows never depends on where it begins: the first character
 * beyond ASCII settles the encoding of the whole file.
 * @throws ToolError `CONFLICT` if the file keeps changing while it is read
 */
export function readWindow(file: OpenFile, format: TextFormat, position: WindowPosition): Promise<TextWindow> {
  return readStable(file, (identity) =>
    readConfirmed({ file, identity }, format, ({ encoding }) =>
      decodeWindow(file, identity, { ...position, encoding }),
    ),
  );
}

async function decodeWindow(
  file: OpenFile,
  identity: FileIdentity,
  { offset, maxBytes, encoding }: WindowPosition & { readonly encoding: Encoding },
): Promise<TextWindow & { readonly faulty: boolean }> {
  const codec = await loadCodec(encoding);
  const read = await readRange(file, offset, maxBytes);
  const atEnd = offset + read.length >= identity.size;
  const bytes = atEnd ? read : read.subarray(0, codec.completeLength(read));
  const text = codec.decode(bytes);
  return {
    text,
    encoding,
    atEnd,
    faulty: !isAscii(bytes),
    offsetAfter: (units) => offset + bytesOf(codec, bytes, text.slice(0, units)),
  };
}

/** Encoding anew is faster than walking the bytes, and right wherever it gives the same bytes. */
function bytesOf(codec: Codec, bytes: Buffer, beginning: string): number {
  const encoded = codec.encode(beginning);
  return bytes.subarray(0, encoded.length).equals(encoded) ? encoded.length : codec.byteOffset(bytes, beginning.length);
}
