import { inflateSync } from 'node:zlib';

/** Four bytes a pixel, row by row: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

// Channels of a pixel, by PNG's colour type: grey, RGB, palette, grey and opacity, RGB and opacity.
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

// Larger than any screen.
const MAX_PIXELS = 16 * 1024 * 1024;

/** The pixels of a PNG; null if it is of a rare kind (interlaced, not 8 bits a channel), too large or damaged. */
export function decodePng(png: Buffer): Pixels | null {
  try {
    const { header, palette, opacities, data } = chunksOf(png);
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const channels = CHANNELS[header[9] ?? -1];
    if (channels === undefined || header[8] !== 8 || header[12] !== 0 || width * height > MAX_PIXELS) return null;
    const rows = inflateSync(data, { maxOutputLength: (width * channels + 1) * height });
    const samples = unfiltered(rows, { width, height, channels });
    const colourOf = header[9] === 3 ? paletteColour(palette, opacities) : sampleColour(channels);
    const rgba = new Uint8Array(width * height * 4);
    for (let pixel = 0; pixel < width * height; pixel += 1) rgba.set(colourOf(samples, pixel * channels), pixel * 4);
    return { width, height, rgba };
  } catch {
    return null;
  }
}

interface Chunks {
  readonly header: Buffer;
  readonly palette: Buffer;
  /** Of the palette's colours. */
  readonly opacities: Buffer;
  /** Compressed. */
  readonly data: Buffer;
}

/** The chunks of a PNG: after an eight-byte signature, each is its length, type, content and checksum. */
function chunksOf(png: Buffer): Chunks {
  const found = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    found.set(type, [...(found.get(type) ?? []), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  const contentOf = (type: string): Buffer => Buffer.concat(found.get(type) ?? []);
  return {
    header: contentOf('IHDR'),
    palette: contentOf('PLTE'),
    opacities: contentOf('tRNS'),
    data: contentOf('IDAT'),
  };
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Undoes the filter that each row names: its bytes are differences to the bytes on the left and above. */
function unfiltered(rows: Buffer, { width, height, channels }: Shape): Uint8Array {
  const stride = width * channels;
  const samples = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = rows[row * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = row * stride + x;
      const left = x < channels ? 0 : (samples[at - channels] ?? 0);
      const above = row === 0 ? 0 : (samples[at - stride] ?? 0);
      const aboveLeft = x < channels || row === 0 ? 0 : (samples[at - stride - channels] ?? 0);
      samples[at] = (rows[row * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, above, aboveLeft);
    }
  }
  return samples;
}

function predicted(filter: number, left: number, above: number, aboveLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return nearestTo(left + above - aboveLeft, [left, above, aboveLeft]);
    default:
      return 0;
  }
}

/** The Paeth predictor of the PNG specification; of two values as near, the first. */
function nearestTo(target: number, values: readonly [number, number, number]): number {
  const [left, above, aboveLeft] = values;
  const [a, b, c] = [Math.abs(target - left), Math.abs(target - above), Math.abs(target - aboveLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : aboveLeft;
}

type ColourOf = (samples: Uint8Array, at: number) => readonly number[];

function paletteColour(palette: Buffer, opacities: Buffer): ColourOf {
  return (samples, at) => {
    const index = samples[at] ?? 0;
    return [...palette.subarray(index * 3, index * 3 + 3), opacities[index] ?? 255];
  };
}

function sampleColour(channels: number): ColourOf {
  return (samples, at) => {
    const [first = 0, second = 255, third = 0, opacity = 255] = samples.subarray(at, at + channels);
    return channels < 3 ? [first, first, first, second] : [first, second, third, opacity];
  };
}
