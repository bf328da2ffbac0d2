import { isUtf8 } from 'node:buffer';
import { loadCodec, type OpenFile, readLines, sniff } from '@dragoman/fs-core';

/** Turns bytes of a line into text. */
export type LineDecoder = (bytes: Uint8Array, line: number) => Promise<string>;

/**
 * Decodes lines as every reader of the file does: by its encoding, which is looked for at the first line that is not
 * UTF-8. The ending is left out.
 */
export function createLineDecoder(file: OpenFile): LineDecoder {
  let foreign: Promise<(bytes: Uint8Array) => string> | undefined;
  return async (bytes, line) => {
    const isOurs = isUtf8(bytes);
    foreign ??= isOurs ? undefined : decoderFor(file, line);
    const text = isOurs || foreign === undefined ? decodeUtf8(bytes) : (await foreign)(bytes);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  };
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

async function decoderFor(file: OpenFile, line: number): Promise<(bytes: Uint8Array) => string> {
  const sniffed = await sniff(file);
  if (sniffed.kind !== 'text') return decodeUtf8;
  const { encoding } = await readLines(file, sniffed, { startLine: line, endLine: line, maxLineLength: 1 });
  // What ripgrep says of UTF-16 is UTF-8 by then.
  if (encoding.startsWith('utf-')) return decodeUtf8;
  const codec = await loadCodec(encoding);
  return (bytes) => codec.decode(bytes);
}
