/**
 * The number by which EXIF says how a picture is turned and mirrored, 1 to 8; 1 if it says nothing. EXIF is a TIFF behind a
 * mark of its own in each format.
 */
export function exifOrientation(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [mark, distance] of MARKS) {
    const at = buffer.indexOf(mark, 0, 'latin1');
    const orientation = at === -1 ? 1 : orientationInTiff(buffer.subarray(at + distance));
    if (orientation !== 1) return orientation;
  }
  return 1;
}

/** The marks of JPEG, PNG and WebP, the last followed by a length, and how far behind their start the TIFF begins. */
const MARKS = [
  ['Exif\0\0', 6],
  ['eXIf', 4],
  ['EXIF', 8],
] as const;

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** The entry in the first directory of a TIFF. */
function orientationInTiff(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return 1;
  const isLittle = order === 'II*\0';
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const numberAt = (at: number) => (at + 2 > view.byteLength ? 0 : view.getUint16(at, isLittle));
  const directory = view.byteLength < 8 ? 0 : view.getUint32(4, isLittle);
  for (let entry = 0; entry < numberAt(directory); entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (numberAt(at) !== ORIENTATION) continue;
    const value = numberAt(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
