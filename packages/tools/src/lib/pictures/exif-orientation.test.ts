import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exifOrientation } from './exif-orientation.ts';

const LITTLE = '49492a00080000000100120103000100000006000000';
const BIG = '4d4d002a000000080001011200030000000100060000';
const bytes = (text: string, tiff: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(tiff, 'hex')]);

describe('exifOrientation', () => {
  it.each([
    ['JPEG', '\xff\xd8\xff\xe1\0\x20Exif\0\0'],
    ['PNG', '\x89PNG\0\0\0\x20eXIf'],
    ['WebP', 'RIFF\0\0\0\0WEBPEXIF\x20\0\0\0'],
  ])('reads the number in both orders of bytes, in %s', (_, head) => {
    expect([LITTLE, BIG].map((tiff) => exifOrientation(bytes(head, tiff)))).toEqual([6, 6]);
  });

  it('is 1 where there is none, where it is cut, and for any bytes', () => {
    expect(exifOrientation(Buffer.from('no picture'))).toBe(1);
    for (let length = 0; length < LITTLE.length - 6; length += 2)
      expect(exifOrientation(bytes('Exif\0\0', LITTLE.slice(0, length)))).toBe(1);
    fc.assert(
      fc.property(fc.uint8Array(), (some) => {
        const found = exifOrientation(Buffer.concat([bytes('Exif\0\0', '49492a00'), some]));
        expect(found).toSatisfy((number: number) => number >= 1 && number <= 8);
      }),
    );
  });
});
