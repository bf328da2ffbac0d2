import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng } from './decode-png.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

describe('decodePng', () => {
  it('gives the pixels that were encoded, whatever the filter of each row', () => {
    const image = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) });
    const rowFilters = fc.array(fc.constantFrom(0, 1, 2, 3, 4), { minLength: 9, maxLength: 9 });
    const colours = fc.uint8Array({ minLength: 9 * 9 * 4, maxLength: 9 * 9 * 4 });
    fc.assert(
      fc.property(image, rowFilters, colours, ({ width, height }, filters, bytes) => {
        const rgba = bytes.subarray(0, width * height * 4);
        const rows = Array.from({ length: height }, (_, row) =>
          filteredRow(rgba, { row, width, filter: filters[row] ?? 0 }),
        );
        expect(decodePng(pngOf({ width, height, type: 6 }, Buffer.concat(rows)))).toEqual({ width, height, rgba });
      }),
    );
  });

  it.each([
    ['grey', 0, [7], [], [7, 7, 7, 255]],
    ['colour', 2, [1, 2, 3], [], [1, 2, 3, 255]],
    ['a palette', 3, [1], [chunk('PLTE', [9, 9, 9, 4, 5, 6]), chunk('tRNS', [255, 80])], [4, 5, 6, 80]],
    ['grey with opacity', 4, [7, 8], [], [7, 7, 7, 8]],
  ])('knows %s', (_, type, sample, chunks, expected) => {
    const png = pngOf({ width: 1, height: 1, type }, Buffer.from([0, ...sample]), chunks);
    expect([...(decodePng(png)?.rgba ?? [])]).toEqual(expected);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a bomb', pngOf({ width: 1, height: 1, type: 0 }, Buffer.alloc(1 << 20))],
    ['too many pixels', pngOf({ width: 1 << 20, height: 1 << 20, type: 0 }, Buffer.alloc(1))],
  ])('gives nothing for %s', (_, png) => {
    expect(decodePng(png)).toBeNull();
  });
});

function pngOf(
  { width, height, type }: { readonly width: number; readonly height: number; readonly type: number },
  rows: Buffer,
  chunks: readonly Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, type], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', [...header]), ...chunks, chunk('IDAT', [...deflateSync(rows)])]);
}

/** Without its checksum, which a viewer may trust. */
function chunk(type: string, content: readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), Buffer.from(content), Buffer.alloc(4)]);
}

function filteredRow(
  rgba: Uint8Array,
  { row, width, filter }: { readonly row: number; readonly width: number; readonly filter: number },
): Buffer {
  const stride = width * 4;
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (rgba[y * stride + x] ?? 0));
  const bytes = Array.from({ length: stride }, (_, x) => {
    const [left, above, corner] = [at(x - 4, row), at(x, row - 1), at(x - 4, row - 1)];
    return at(x, row) - ([0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0);
  });
  return Buffer.from([filter, ...bytes]);
}

/** As the specification of PNG words it. */
function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
