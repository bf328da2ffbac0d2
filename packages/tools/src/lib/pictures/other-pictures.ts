/** Name of a picture's format, and its sides in pixels where the first bytes tell them simply. */
export interface OtherPictureFacts {
  readonly format: string;
  readonly width?: number;
  readonly height?: number;
}

/** Facts about a picture in a format that not all models see. @param mimeType as the first bytes show it */
export function otherPictureFacts(mimeType: string, bytes: Uint8Array): OtherPictureFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { format = mimeType, sides } = FORMATS.get(mimeType) ?? {};
  const [width = 0, height = 0] = sides !== undefined && bytes.length >= LONGEST_HEADER ? sides(view) : [];
  return width > 0 && height > 0 ? { format, width, height } : { format };
}

interface Format {
  readonly format: string;
  readonly sides?: (header: DataView) => readonly [width: number, height: number];
}

const LONGEST_HEADER = 26;

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  // The height is negative if rows begin at the top.
  ['image/bmp', { format: 'BMP', sides: (at) => [at.getInt32(18, true), Math.abs(at.getInt32(22, true))] }],
  ['image/x-icon', { format: 'ICO', sides: (at) => [at.getUint8(6) || 256, at.getUint8(7) || 256] }],
  ['image/vnd.adobe.photoshop', { format: 'PSD', sides: (at) => [at.getUint32(18), at.getUint32(14)] }],
  ['image/tiff', { format: 'TIFF' }],
  ['image/heic', { format: 'HEIC' }],
  ['image/heif', { format: 'HEIF' }],
  ['image/avif', { format: 'AVIF' }],
  ['image/jxl', { format: 'JPEG XL' }],
  ['image/jp2', { format: 'JPEG 2000' }],
]);
