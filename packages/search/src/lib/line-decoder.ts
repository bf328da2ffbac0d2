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
    foreign ??= isUtf8(bytes) ? undefined : decoderFor(file, line);
    const decode = isUtf8(bytes) || foreign === undefined ? decodeUtf8 : await foreign;
    return decode(bytes).replace(/\r$/, '');
  };
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
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
