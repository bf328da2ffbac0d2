import type { Codec } from './codec.ts';
import type { Encoding } from './text-format.ts';
import { completeUtf8Length, utf8ByteOffset } from './utf8.ts';
import { decodeUtf16, encodeUtf16 } from './utf16.ts';

/** Gives the codec: at once for UTF-8 and UTF-16, after loading their tables for the others. */
export async function loadCodec(encoding: Encoding): Promise<Codec> {
  return codecs.get(encoding) ?? loadForeign(encoding);
}

const utf8: Codec = {
  encoding: 'utf-8',
  decode: (bytes) => asBuffer(bytes).toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
  completeLength: completeUtf8Length,
  byteOffset: utf8ByteOffset,
};

const codecs = new Map<Encoding, Codec>([
  ['utf-8', utf8],
  ['utf-16le', utf16('utf-16le')],
  ['utf-16be', utf16('utf-16be')],
]);

function utf16(encoding: 'utf-16le' | 'utf-16be'): Codec {
  return {
    encoding,
    decode: (bytes) => decodeUtf16(bytes, encoding),
    encode: (text) => encodeUtf16(text, encoding),
    completeLength: (bytes) => completeUtf16Length(bytes, encoding),
    byteOffset: (bytes, units) => Math.min(units * 2, bytes.length),
  };
}

function completeUtf16Length(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const even = bytes.length - (bytes.length % 2);
  const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return even > 0 && high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

async function loadForeign(encoding: Encoding): Promise<Codec> {
  const { createForeignCodec } = await import('./foreign-codec.ts');
  const codec = createForeignCodec(encoding);
  codecs.set(encoding, codec);
  return codec;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
