import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fitPicture, type PictureBounds } from './fit-picture.ts';
import { pictureFacts } from './picture-facts.ts';

const BOUNDS: PictureBounds = { maxSide: 100, maxBytes: 4000 };

async function fitted(data: Uint8Array, bounds = BOUNDS) {
  const facts = pictureFacts(data);
  return facts === null ? null : await fitPicture(data, facts, bounds);
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 10, b: 10 } } });

describe('fitPicture', () => {
  it('leaves a picture within the bounds as it is', async () => {
    const data = await blank(100, 40).png().toBuffer();
    expect(await fitted(data)).toEqual({ data, mimeType: 'image/png' });
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('scales a %s to the largest side', async (format) => {
    const result = await fitted(await blank(300, 150).toFormat(format).toBuffer());
    const scaled = { from: { width: 300, height: 150 }, to: { width: 100, height: 50 } };
    expect(result).toMatchObject({ mimeType: `image/${format === 'gif' ? 'png' : format}`, scaled });
    expect(pictureFacts(result?.data ?? new Uint8Array())).toMatchObject({ width: 100, height: 50, fault: null });
  });

  it('turns a photograph as its camera was held', async () => {
    const data = await blank(300, 150).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const scaled = { from: { width: 150, height: 300 }, to: { width: 50, height: 100 } };
    expect(await fitted(data)).toMatchObject({ scaled });
  });

  it('scales on until the bytes fit', async () => {
    const noise = randomBytes(90 * 90 * 3);
    const data = await sharp(noise, { raw: { width: 90, height: 90, channels: 3 } })
      .png()
      .toBuffer();
    const result = await fitted(data, { maxSide: 100, maxBytes: Math.floor(data.length / 3) });
    expect(result?.data.length).toBeLessThanOrEqual(data.length / 3);
    expect(result?.scaled?.to.width).toBeLessThan(90);
  });
});
