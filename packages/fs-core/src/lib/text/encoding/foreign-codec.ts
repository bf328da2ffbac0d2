import iconv from 'iconv-lite';
import type { Codec } from './codec.ts';
import { createMultibyteCodec } from './multibyte-codec.ts';
import type { Encoding } from './text-format.ts';

const MULTIBYTE: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/** The codec of an encoding other than UTF-8 and UTF-16. */
export function createForeignCodec(encoding: Encoding): Codec {
  return MULTIBYTE.has(encoding) ? createMultibyteCodec(encoding) : singleByteCodec(encoding);
}

/** One byte, one UTF-16 unit: offsets are the same on both sides. */
function singleByteCodec(encoding: Encoding): Codec {
  return {
    encoding,
    decode: (bytes) => iconv.decode(bytes, encoding, { stripBOM: false }),
    encode: (text) => iconv.encode(text, encoding),
    completeLength: (bytes) => bytes.length,
    byteOffset: (bytes, units) => Math.min(units, bytes.length),
  };
}
