import { isAscii } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import { carriedEncoding } from './carried-encodings.ts';
import { officeTypeOf } from './office-type.ts';
import { isDoubtfulUtf8, readSample, settleEncoding } from './settle-encoding.ts';
import { textFactsOf } from './text-facts.ts';
import {
  type ContentKind,
  type EncodingGuess,
  majorityEnding,
  type SniffedText,
  type TextFormat,
} from './text-format.ts';
import { isUtf8Prefix } from './utf8.ts';
import { decodeUtf16, guessUtf16 } from './utf16.ts';

/** Bytes of the head, which is read at once and decides. */
const HEAD_BYTES = 4100;

/**
 * Decides what a file holds from one read of its head: a NUL that is no part of UTF-16, or the beginning of a known
 * format, makes it binary, and all else is text, even if some of its bytes are invalid in its encoding. ASCII and UTF-8
 * cost that read alone; anything else loads the detectors on first use. SVG is text here: that it is also an image is a
 * matter of its name.
 */
export async function sniff(file: OpenFile): Promise<ContentKind> {
  return textFactsOf(file.identity).sniffed ?? sniffHead(file);
}

async function sniffHead(file: OpenFile): Promise<ContentKind> {
  const carried = await carriedEncoding(file);
  const head = await readRange(file, 0, HEAD_BYTES);
  const options = { wholeSize: file.size, ...(carried && { carried }) };
  const isForeign = !head.includes(0) && !isPlainUtf8(head, head.length >= file.size);
  const content = await sniffBytes(isForeign ? await readSample(file) : head, options);
  const officeType = content.kind === 'binary' ? await officeTypeOf(file, head) : null;
  const sniffed = officeType === null ? content : ({ kind: 'binary', mimeType: officeType } as const);
  textFactsOf(file.identity).sniffed = sniffed;
  return sniffed;
}

export interface SniffOptions {
  /** Bytes of the whole content that `head` begins. */
  readonly wholeSize: number;
  /** The encoding in which an edit wrote the content. */
  readonly carried?: EncodingGuess;
}

/** `sniff` for bytes at hand. */
export async function sniffBytes(bytes: Uint8Array, { wholeSize, carried }: SniffOptions): Promise<ContentKind> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const complete = head.length >= wholeSize;
  if (startsWith(head, PDF_MAGIC) || startsWith(head, MARKED_PDF_MAGIC)) return PDF;
  const marked = markedText(head);
  if (marked !== null) return marked;
  if (carried !== undefined) return text(head, { ...carried, bomLength: 0, sure: true });
  if (!head.includes(0)) return isPlainUtf8(head, complete) ? utf8Text(head, complete) : sniffForeign(bytes);
  const utf16 = wholeSize % 2 === 0 ? guessUtf16(head) : null;
  if (utf16 !== null) return text(head, { encoding: utf16, bomLength: 0, sure: false });
  // The detector of media types takes this mark for the beginning of an MPEG audio frame.
  if (startsWith(head, UTF32_MARK) && wholeSize % 4 === 0) return { kind: 'binary', mimeType: UTF32_TYPE };
  return sniffMedia(head);
}

const UTF32_MARK = Buffer.from([0xff, 0xfe, 0, 0]);
const UTF32_TYPE = 'text/plain; charset=utf-32le';

const PDF = { kind: 'pdf', mimeType: 'application/pdf' } as const;
const PDF_MAGIC = Buffer.from('%PDF-');
const MARKED_PDF_MAGIC = Buffer.from('\ufeff%PDF-');

/** Readers of PDF take what mail and web servers leave before its header, within the first 1024 bytes. */
function isPdfBehindOther(head: Uint8Array): boolean {
  return /[\r\n]%PDF-\d/.test(Buffer.from(head.subarray(0, 1024)).toString('latin1'));
}

function markedText(head: Uint8Array): SniffedText | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) {
    return text(head, { encoding: 'utf-8', bomLength: 3, sure: true });
  }
  const encoding =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
  if (encoding === null || decodeUtf16(head.subarray(2), encoding).includes('\0')) return null;
  return text(head, { encoding, bomLength: 2, sure: true });
}

function isPlainUtf8(head: Uint8Array, complete: boolean): boolean {
  return isUtf8Prefix(head, complete) && (isAscii(head) || !isDoubtfulUtf8(head));
}

/** After a head of nothing but ASCII, UTF-8 is only presumed: the first other byte may show another encoding. */
function utf8Text(head: Uint8Array, complete: boolean): SniffedText {
  return text(head, { encoding: 'utf-8', bomLength: 0, sure: complete || !isAscii(head) });
}

async function sniffForeign(bytes: Uint8Array): Promise<ContentKind> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const { isWritten, mayBeMedia } = await import('./media-type.ts');
  if (mayBeMedia(head)) {
    const media = await sniffMedia(head);
    // Without a NUL, what has no known beginning is text, as for ripgrep and git, whatever else is in it.
    if (media.kind !== 'binary' || (media.mimeType !== null && !isWritten(media.mimeType))) return media;
  }
  return text(head, { ...(await settleEncoding(bytes)), bomLength: 0, sure: false });
}

async function sniffMedia(head: Uint8Array): Promise<ContentKind> {
  const { mediaTypeOf } = await import('./media-type.ts');
  const mimeType = await mediaTypeOf(head);
  if (mimeType?.startsWith('image/')) return { kind: 'image', mimeType };
  if (mimeType === PDF.mimeType || (mimeType === null && isPdfBehindOther(head))) return PDF;
  return { kind: 'binary', mimeType };
}

function text(head: Uint8Array, format: Omit<TextFormat, 'lineEnding'>): SniffedText {
  return { kind: 'text', ...format, lineEnding: majorityEnding(head, format.encoding) };
}

function startsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  for (const [at, byte] of magic.entries()) if (bytes[at] !== byte) return false;
  return true;
}
