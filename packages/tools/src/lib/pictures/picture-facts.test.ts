import { pngOf, SMALL_PICTURES } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { pictureFacts } from './picture-facts.ts';

const { gif, jpeg, webp } = SMALL_PICTURES;
const png = pngOf(300, 20);

describe('pictureFacts', () => {
  it.each([
    ['PNG', png, 300, 20],
    ['JPEG', jpeg, 1, 1],
    ['GIF', gif, 1, 1],
    ['WebP', webp, 1, 1],
  ])('knows a %s by its bytes, whatever follows its end', (format, bytes, width, height) => {
    const mimeType = `image/${format.toLowerCase()}`;
    const whole = { format, mimeType, width, height, fault: null };
    expect(pictureFacts(bytes)).toEqual(whole);
    expect(pictureFacts(Buffer.concat([bytes, Buffer.from('and more\xff', 'latin1')]))).toEqual(whole);
  });

  it.each([
    ['PNG', png, 12],
    ['JPEG', jpeg, 1],
    ['GIF', gif, 1],
    ['WebP', webp, 1],
  ])('calls a %s cut that lacks its end, at any length', (_, bytes, end) => {
    for (let length = 12; length <= bytes.length - end; length += 1) {
      expect(pictureFacts(bytes.subarray(0, length))?.fault).toBe('cut');
    }
  });

  it.each([
    ['PNG', pngOf(0, 5)],
    ['GIF', Buffer.from(gif).fill(0, 6, 8)],
  ])('says of a %s without width that it has no sides', (_, bytes) => {
    expect(pictureFacts(bytes)?.fault).toBe('no-sides');
  });

  it('knows nothing else, and survives any bytes', () => {
    expect(pictureFacts(Buffer.from('BM not one of them'))).toBeNull();
    expect(pictureFacts(Buffer.from('RIFF....WAVEfmt '))).toBeNull();
    expect(pictureFacts(Buffer.alloc(0))).toBeNull();
    for (const bytes of [png, jpeg, gif, webp]) {
      for (let at = 12; at < bytes.length; at += 1) {
        expect(() => pictureFacts(Buffer.from(bytes).fill(0xff, at, Math.min(at + 4, bytes.length)))).not.toThrow();
      }
    }
  });
});
