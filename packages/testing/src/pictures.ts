import { crc32, deflateSync } from 'node:zlib';

/**
 * A black PNG of these sides, whole in its structure; of more than 4 KB, the last pixels are missing unless it is to be
 * `whole`. Any bytes may follow.
 */
export function pngOf(width: number, height: number, { trailing = 0, whole = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const size = height * (1 + Math.ceil(width / 8));
  const pixels = deflateSync(Buffer.alloc(whole ? size : Math.min(4096, size)));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, Buffer.alloc(trailing)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** The smallest pictures of other formats, each of one pixel. */
export const SMALL_PICTURES = {
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  jpeg: Buffer.from(
    `ffd8ffe000104a46494600010101004800480000ffdb004300${'ff'.repeat(64)}ffc2000b080001000101011100ffc40014100100000000000000000000000000000000ffda0008010100013f10ffd9`,
    'hex',
  ),
  webp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
} as const;

/** Width and height of a PNG or of a JPEG whose first frame is a usual one. */
export function sidesOf(picture: Buffer): readonly [width: number, height: number] {
  if (picture[0] === 0x89) return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  const frame = Math.max(picture.indexOf('ffc00011', 'hex'), picture.indexOf('ffc0000b', 'hex'));
  return [picture.readUInt16BE(frame + 7), picture.readUInt16BE(frame + 5)];
}
