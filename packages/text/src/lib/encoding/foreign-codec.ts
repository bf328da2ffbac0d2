import iconv from 'iconv-lite';
import type { Codec } from './codec.ts';
import type { Encoding } from './text-format.ts';

const MULTIBYTE: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);

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

/**
 * Shift_JIS, EUC-JP, GBK (read as GB18030), Big5 and EUC-KR: ASCII, single high bytes, pairs, and rarely three or four bytes. The
 * tables are iconv-lite's; the walk over the bytes is ours, because an edit must know which bytes each character came
 * from, the faulty ones included.
 */
function createMultibyteCodec(encoding: Encoding): Codec {
  const characterAt = createReader(encoding === 'gbk' ? 'gb18030' : encoding);
  return {
    encoding,
    encode: (text) => iconv.encode(text, encoding),
    decode(bytes) {
      // No character takes fewer bytes than it has units.
      const units = new Uint16Array(bytes.length);
      let length = 0;
      for (let at = 0; at < bytes.length; ) {
        const byte = bytes[at] ?? 0;
        if (byte < 0x80) {
          units[length++] = byte;
          at++;
          continue;
        }
        const { text, width } = characterAt(bytes, at);
        for (let i = 0; i < text.length; i++) units[length++] = text.charCodeAt(i);
        at += width;
      }
      return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
    },
    completeLength(bytes) {
      let at = 0;
      while (at < bytes.length) {
        const { width, cut } = characterAt(bytes, at);
        if (cut) return at;
        at += width;
      }
      return at;
    },
    byteOffset(bytes, units) {
      let at = 0;
      for (let left = units; left > 0 && at < bytes.length; ) {
        const { text, width } = characterAt(bytes, at);
        left -= text.length;
        at += width;
      }
      return at;
    },
  };
}

interface Character {
  readonly text: string;
  /** Bytes it takes. */
  readonly width: number;
  /** The bytes end inside of it. */
  readonly cut: boolean;
}

type CharacterReader = (bytes: Uint8Array, at: number) => Character;

const FAULT: Character = { text: '\ufffd', width: 1, cut: false };
const CUT: Character = { ...FAULT, cut: true };

function createReader(encoding: Encoding): CharacterReader {
  const singles = Array.from({ length: 256 }, (_, byte) => singleByte(byte, encoding));
  const pairs = Array.from({ length: 256 }, (_, lead) => (singles[lead] === null ? pairsOf(lead, encoding) : []));
  const long = longReader(encoding);
  return (bytes, at) => {
    const lead = bytes[at] ?? 0;
    const single = singles[lead];
    if (single) return single;
    const trail = bytes[at + 1];
    if (trail === undefined) return CUT;
    return pairs[lead]?.[trail] ?? long(bytes, at);
  };
}

function singleByte(byte: number, encoding: Encoding): Character | null {
  const text = iconv.decode(Buffer.of(byte), encoding);
  return text === '\ufffd' ? null : { text, width: 1, cut: false };
}

function pairsOf(lead: number, encoding: Encoding): readonly (Character | null)[] {
  // All pairs of one lead byte in one decoding: a newline is no second byte of any, so it keeps them apart.
  const bytes = Buffer.alloc((0x100 - FIRST_TRAIL) * 3, 0x0a);
  for (let trail = FIRST_TRAIL; trail < 0x100; trail++) bytes.set([lead, trail], (trail - FIRST_TRAIL) * 3);
  const texts = iconv.decode(bytes, encoding).split('\n');
  const characters = texts
    .slice(0, -1)
    .map((text) => (text.includes('\ufffd') ? null : { text, width: 2, cut: false }));
  return [...new Array<null>(FIRST_TRAIL).fill(null), ...characters];
}

/** The lowest second byte in any of these encodings. */
const FIRST_TRAIL = 0x30;

/** Reads what is longer than a pair: JIS X 0212 in EUC-JP, most of Unicode in GB18030. */
function longReader(encoding: Encoding): CharacterReader {
  const width = encoding === 'gb18030' ? 4 : 3;
  const begins = encoding === 'gb18030' ? beginsFour : encoding === 'euc-jp' ? beginsThree : () => false;
  return (bytes, at) => {
    if (!begins(bytes, at)) return FAULT;
    const sequence = Buffer.from(bytes.subarray(at, at + width));
    if (sequence.length < width) return CUT;
    const text = iconv.decode(sequence, encoding);
    return text.includes('\ufffd') ? FAULT : { text, width, cut: false };
  };
}

function beginsThree(bytes: Uint8Array, at: number): boolean {
  const [lead = 0, second = 0, third = 0xff] = bytes.subarray(at, at + 3);
  return lead === 0x8f && second >= 0xa1 && third >= 0xa1;
}

function beginsFour(bytes: Uint8Array, at: number): boolean {
  const [lead = 0, second = 0, third = 0xfe, fourth = 0x30] = bytes.subarray(at, at + 4);
  return isDigit(second) && isDigit(fourth) && lead >= 0x81 && third >= 0x81;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
