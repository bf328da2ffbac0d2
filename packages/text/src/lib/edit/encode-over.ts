import { isAscii } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { ToolError } from '@dragoman/fs-core/internal/kernel';
import type { ReplacedEncoding } from '@dragoman/outcomes/internal/parts';
import { carryEncoding } from '../encoding/carried-encodings.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import { readSample } from '../encoding/settle-encoding.ts';
import { sniff } from '../encoding/sniff.ts';
import { encodeExactly } from './encode-exactly.ts';
import { documentOf, readDocument, type TextDocument } from './text-document.ts';

/** Bytes of a whole new text, and the encoding of the old one if they are in another. */
export interface Overwriting {
  readonly bytes: Buffer;
  readonly replaced?: ReplacedEncoding;
}

/**
 * The bytes of a text that takes the place of a file's: in its encoding, with its byte-order mark, if that has the text and
 * the text does not declare to be UTF-8; else, and for a new file, in UTF-8.
 * @throws ToolError `UNENCODABLE` for half a surrogate pair
 */
export async function encodeOver(current: OpenFile | null, text: string): Promise<Overwriting> {
  const whole = { text, from: 0, to: text.length };
  const bytes = encodeExactly(await loadCodec('utf-8'), whole);
  if (current === null || current.size === 0) return { bytes };
  const document = await documentIn(current);
  if (document === null) return { bytes };
  const { encoding, bomLength } = document.format;
  const { declaredEncoding } = await import('../encoding/declared-encoding.ts');
  const declared = declaredEncoding(bytes);
  if (encoding === 'utf-8' || declared !== 'utf-8') {
    const isAgreed = !isAscii(document.bytes) || encoding === 'utf-8' || encoding === declared;
    const kept = isAgreed ? encodedAs(document, text) : null;
    if (kept !== null) {
      await carryEncoding(current.realPath, kept, document.format);
      return { bytes: kept };
    }
  }
  if (isAscii(document.bytes)) return { bytes };
  return { bytes, replaced: { encoding, marked: bomLength > 0 } };
}

/** Bytes: of a larger file that is overwritten, the beginning decides. */
const MAX_READ = 10 * 1024 * 1024;

/** Null of what is no text, and of a log that is written to meanwhile. */
async function documentIn(file: OpenFile): Promise<TextDocument | null> {
  try {
    if (file.size <= MAX_READ) return await readDocument(file);
    const sniffed = await sniff(file);
    return sniffed.kind === 'text' ? await documentOf(await readSample(file), sniffed) : null;
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/** Null if the document's encoding does not have the text. */
function encodedAs({ bytes, format, codec }: TextDocument, text: string): Buffer | null {
  const mark = bytes.subarray(0, text.startsWith('\ufeff') ? 0 : format.bomLength);
  try {
    return Buffer.concat([mark, encodeExactly(codec, { text, from: 0, to: text.length })]);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNENCODABLE') return null;
    throw error;
  }
}
