import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { ProposedLine } from './ripgrep-output.ts';

/** A line that was read again where ripgrep saw it. */
export interface ConfirmedLine {
  readonly kind: 'match' | 'context';
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** What was cut off a long line, in bytes, before and after `text`. */
  readonly cutBefore: number;
  readonly cutAfter: number;
  readonly afterGap: boolean;
}

// In UTF-8; at least that many of characters are shown of a long line.
const MAX_SHOWN = 2_000;

/** Reads lines again through the volume's descriptor; one that does not stand there any more is left out. */
export async function confirmLines(file: OpenFile, lines: readonly ProposedLine[]): Promise<ConfirmedLine[]> {
  const readAt = await openText(file);
  const confirmed: ConfirmedLine[] = [];
  for (const line of lines) {
    const window = windowOf(line);
    const proposed = line.bytes.subarray(window.from, window.to);
    const actual = await readAt(line.offset + window.from, proposed.length);
    if (Buffer.compare(proposed, actual) !== 0) continue;
    confirmed.push({
      kind: line.kind,
      number: line.number,
      text: decode(actual),
      cutBefore: window.from,
      cutAfter: line.length - window.to,
      afterGap: line.afterGap,
    });
  }
  return confirmed;
}

type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** How to read the file as ripgrep counts it: in UTF-8, behind the byte-order mark. */
async function openText(file: OpenFile): Promise<ReadAt> {
  const [first, second, third] = await readBytes(file, 0, 3);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const text = await readUtf16(file, first === 0xff ? 'utf-16le' : 'utf-16be');
    return async (offset, length) => text.subarray(offset, offset + length);
  }
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  return (offset, length) => readBytes(file, mark + offset, length);
}

const MAX_UTF16_BYTES = 64 * 1024 * 1024;

async function readUtf16(file: OpenFile, encoding: string): Promise<Uint8Array> {
  if (file.size > MAX_UTF16_BYTES) throw new ToolError('FILE_TOO_LARGE', 'Cannot search UTF-16 text of this size');
  return new TextEncoder().encode(new TextDecoder(encoding).decode(await readBytes(file, 0, file.size)));
}

async function readBytes(file: OpenFile, position: number, length: number): Promise<Uint8Array> {
  const target = new Uint8Array(length);
  return target.subarray(0, await file.read(target, position));
}

/** The part of a long line around its first match, between whole characters. */
function windowOf({ bytes, length, matchAt }: ProposedLine): { from: number; to: number } {
  if (length <= MAX_SHOWN) return { from: 0, to: bytes.length };
  const wanted = Math.max(0, Math.min(matchAt - MAX_SHOWN / 4, bytes.length - MAX_SHOWN));
  return { from: characterStart(bytes, wanted), to: characterStart(bytes, Math.min(wanted + MAX_SHOWN, bytes.length)) };
}

function characterStart(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80 && from - at < 3) at -= 1;
  return at;
}

function decode(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
