import { isUtf8 } from 'node:buffer';
import { loadCodec, type OpenFile, readLines, sniff } from '@dragoman/fs-core';

/** Turns the bytes of a line into text; `line` is its 1-based number. */
export type LineDecoder = (bytes: Uint8Array, line: number) => string | Promise<string>;

/**
 * Decodes lines by the file's encoding, which is detected at the first line that is not UTF-8, as for any read of the
 * file. A carriage return at the end is left out.
 */
export function createLineDecoder(file: OpenFile): LineDecoder {
  let foreign: Promise<(bytes: Uint8Array) => string> | undefined;
  return (bytes, line) => {
    if (isUtf8(bytes)) return withoutReturn(decodeUtf8(bytes));
    foreign ??= decoderFor(file, line);
    return foreign.then((decode) => withoutReturn(decode(bytes)));
  };
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

async function decoderFor(file: OpenFile, line: number): Promise<(bytes: Uint8Array) => string> {
  const sniffed = await sniff(file);
  if (sniffed.kind !== 'text') return decodeUtf8;
  const { encoding } = await readLines(file, sniffed, { startLine: line, endLine: line, maxLineLength: 1 });
  // ripgrep reports lines of UTF-16 converted to UTF-8.
  if (encoding.startsWith('utf-')) return decodeUtf8;
  const codec = await loadCodec(encoding);
  return (bytes) => codec.decode(bytes);
}
