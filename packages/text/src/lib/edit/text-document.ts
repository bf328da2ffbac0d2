import { isAscii, isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { readRange, ToolError } from '@dragoman/fs-core/internal/kernel';
import { carriedEncoding } from '../encoding/carried-encodings.ts';
import type { Codec } from '../encoding/codec.ts';
import { readConfirmed } from '../encoding/confirm-encoding.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import { isDoubtfulUtf8 } from '../encoding/settle-encoding.ts';
import { sniffBytes } from '../encoding/sniff.ts';
import { majorityEnding, type TextFormat } from '../encoding/text-format.ts';
import { writtenEncoding } from '../encoding/written-encoding.ts';
import { readStable } from '../lines/stable-read.ts';

/** A whole text file: its bytes, and how to read them. */
export interface TextDocument {
  readonly bytes: Buffer;
  /** Settled on all of the bytes. */
  readonly format: TextFormat;
  readonly codec: Codec;
}

/**
 * Reads a whole text file for editing.
 * @throws ToolError `UNSUPPORTED_FILE` (details: `size` in bytes; `mimeType`, null if it is not known) for what is not text,
 * `CONFLICT` if the file keeps changing while it is read
 */
export function readDocument(file: OpenFile): Promise<TextDocument> {
  return readStable(file, async (identity) => {
    const bytes = await readRange(file, 0, identity.size);
    const carried = await carriedEncoding(file);
    const sniffed = await sniffBytes(bytes, { wholeSize: bytes.length, ...(carried && { carried }) });
    if (sniffed.kind !== 'text') {
      const { mimeType } = sniffed;
      throw new ToolError(
        { code: 'UNSUPPORTED_FILE', mimeType, size: identity.size },
        `Read text: the file holds "${mimeType ?? 'binary data'}"`,
      );
    }
    const faulty = !isUtf8(bytes) || (!sniffed.sure && isDoubtfulUtf8(bytes));
    const { format } = await readConfirmed({ file, identity }, sniffed, async (format) => ({ format, faulty }));
    const settled = await settledOn(bytes, format);
    return documentOf(bytes, { ...settled, lineEnding: majorityEnding(bytes, format.encoding) });
  });
}

/** The encoding of new text: in ASCII the one that it declares. */
async function settledOn(bytes: Buffer, format: TextFormat): Promise<TextFormat> {
  const { encoding, bomLength } = format;
  if (encoding !== 'utf-8' || bomLength > 0 || !isAscii(bytes)) return format;
  const { declaredEncoding } = await import('../encoding/declared-encoding.ts');
  return { ...format, encoding: declaredEncoding(bytes) ?? encoding };
}

/** Makes a document of bytes at hand. */
export async function documentOf(bytes: Buffer, format: TextFormat): Promise<TextDocument> {
  const { encoding, alternatives = [] } = format;
  const codec = await loadCodec(writtenEncoding(encoding, bytes));
  const others = await Promise.all(alternatives.map((other) => loadCodec(writtenEncoding(other, bytes))));
  return { bytes, format, codec: others.length === 0 ? codec : { ...codec, alternatives: others } };
}

/** The text from one byte to another; all of it but the byte-order mark by default. */
export function textOf({ bytes, format, codec }: TextDocument, from = format.bomLength, to = bytes.length): string {
  return codec.decode(bytes.subarray(from, to));
}
