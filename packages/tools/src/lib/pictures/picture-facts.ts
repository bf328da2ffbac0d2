/** A picture in a format that all models see. */
export interface PictureFacts {
  readonly format: 'PNG' | 'JPEG' | 'GIF' | 'WebP';
  readonly mimeType: string;
  /** Pixels; 0 if the header does not tell. */
  readonly width: number;
  readonly height: number;
  /** Null if it is whole: `cut` if it ends before its format says, `no-sides` if a side is 0 or unknown. */
  readonly fault: 'cut' | 'no-sides' | null;
}

interface Measured {
  readonly width: number;
  readonly height: number;
  readonly isWhole: boolean;
}

/**
 * Judges bytes as a picture, whatever they are called; null if they are none of the four formats. Only the structure is
 * read: sides, and whether the end is there. What follows the end does no harm.
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString('latin1', 0, 12);
  const format = FORMATS.find(({ begins }) => head.startsWith(begins));
  if (format === undefined || (format.name === 'WebP' && !head.endsWith('WEBP'))) return null;
  const { width, height, isWhole } = format.measure(buffer);
  const fault = isWhole ? (width > 0 && height > 0 ? null : 'no-sides') : 'cut';
  return { format: format.name, mimeType: `image/${format.name.toLowerCase()}`, width, height, fault };
}

const FORMATS = [
  { name: 'PNG', begins: '\x89PNG\r\n\x1a\n', measure: measurePng },
  { name: 'JPEG', begins: '\xff\xd8\xff', measure: measureJpeg },
  { name: 'GIF', begins: 'GIF8', measure: measureGif },
  { name: 'WebP', begins: 'RIFF', measure: measureWebp },
] as const;

const UNKNOWN: Measured = { width: 0, height: 0, isWhole: false };

/** Chunks of a length, a name, their data and a checksum, of which `IHDR` comes first and `IEND` last. */
function measurePng(bytes: Buffer): Measured {
  if (bytes.length < 33 || nameAt(bytes, 12) !== 'IHDR') return UNKNOWN;
  const sides = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let hasData = false;
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = nameAt(bytes, at + 4);
    if (name === 'IEND') return { ...sides, isWhole: hasData };
    hasData ||= name === 'IDAT';
  }
  return { ...sides, isWhole: false };
}

function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}

const START_OF_SCAN = 0xda;

/** Segments of a marker and a length up to the first scan, in whose data no end marker can stand but the end. */
function measureJpeg(bytes: Buffer): Measured {
  let sides = { width: 0, height: 0 };
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) sides = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker === START_OF_SCAN) return { ...sides, isWhole: bytes.indexOf(END_OF_IMAGE, at) !== -1 };
    // Any number of bytes may fill the room before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return { ...sides, isWhole: bytes.indexOf(END_OF_IMAGE, at) === at };
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** C0 to CF begin a frame, but for tables of codes (C4, CC) and an extension (C8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Blocks that begin with a comma (a picture) or an exclamation mark (an extension), and a semicolon as the end. */
function measureGif(bytes: Buffer): Measured {
  if (bytes.length < 13) return UNKNOWN;
  const sides = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let hasPicture = false;
  let at = 13 + colorTableBytes(bytes[10]);
  while (at < bytes.length) {
    const kind = String.fromCharCode(bytes[at] ?? 0);
    if (kind === ';') return { ...sides, isWhole: hasPicture };
    if (kind !== ',' && kind !== '!') break;
    hasPicture ||= kind === ',';
    at = endOfSubBlocks(bytes, kind === ',' ? at + 11 + colorTableBytes(bytes[at + 9]) : at + 2);
  }
  return { ...sides, isWhole: false };
}

function colorTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/** A RIFF file that names its length; the first chunk tells the sides, each kind of it in its own way. */
function measureWebp(bytes: Buffer): Measured {
  if (bytes.length < 30) return UNKNOWN;
  return { ...webpSides(bytes), isWhole: bytes.length >= 8 + bytes.readUInt32LE(4) };
}

function webpSides(bytes: Buffer): Pick<Measured, 'width' | 'height'> {
  switch (nameAt(bytes, 12)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return { width: 0, height: 0 };
  }
}
