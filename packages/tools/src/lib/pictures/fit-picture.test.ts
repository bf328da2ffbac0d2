import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { exifOrientation } from './exif-orientation.ts';
import { fitPicture } from './fit-picture.ts';
import { scalePicture } from './photon.js';
import { pictureFacts } from './picture-facts.ts';
import { scaleInThread } from './scale-in-thread.ts';
import type { PictureBounds } from './scale-request.ts';

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

const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });

const request = { orientation: 1, maxSide: 100, maxBytes: 1_000_000 };

describe('scalePicture', () => {
  it.each([
    ['png', blank(300, 150).png()],
    ['png', blank(300, 150).png({ palette: true, progressive: true })],
    ['jpeg', blank(300, 150).jpeg()],
    ['jpeg', blank(300, 150).greyscale().jpeg({ progressive: true })],
    ['jpeg', blank(300, 150).toColourspace('cmyk').jpeg()],
    ['webp', blank(300, 150).webp()],
    ['gif', blank(300, 150).gif()],
  ] as const)('scales a %s without a native decoder', async (format, picture) => {
    const bytes = await picture.toBuffer();
    const mimeType = `image/${format}`;
    const scaled = await scalePicture({ ...request, bytes, mimeType });
    const expected = format === 'png' || format === 'gif' ? 'image/png' : 'image/jpeg';
    expect(scaled).toMatchObject({ mimeType: expected, width: 100, height: 50 });
    expect(pictureFacts(scaled?.data ?? new Uint8Array())).toMatchObject({ width: 100, height: 50, fault: null });
    const [ours = [], theirs = []] = await Promise.all([scaled?.data, bytes].map((each) => cornerOf(sharp(each))));
    expect(Math.max(...ours.map((value, at) => Math.abs(value - (theirs[at] ?? 0))))).toBeLessThan(64);
  });

  it('stands upright whatever EXIF says, as the native one does', async () => {
    const top = { create: { width: 40, height: 20, channels: 3, background: 'white' } } as const;
    const marked = await sharp(top).composite([{ input: await blank(10, 5).png().toBuffer(), left: 0, top: 0 }]);
    const plain = await marked.png().toBuffer();
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const tagged = sharp(plain).withMetadata({ orientation });
      for (const form of [tagged.clone().jpeg(), tagged.clone().png(), tagged.clone().webp()]) {
        const bytes = await form.toBuffer();
        expect([orientation, exifOrientation(bytes)]).toEqual([orientation, orientation]);
      }
      const scaled = await scalePicture({ ...request, bytes: plain, mimeType: 'image/png', orientation, maxSide: 20 });
      const native = sharp(await tagged.png().toBuffer())
        .rotate()
        .resize(20, 20, { fit: 'inside', kernel: 'linear' });
      const [ours, theirs] = await Promise.all([sharp(scaled?.data), native].map(redCorner));
      expect([orientation, ours]).toEqual([orientation, theirs]);
    }
  });

  it('keeps what can be seen through', async () => {
    const clear = {
      create: { width: 300, height: 150, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
    } as const;
    const bytes = await sharp(clear).webp().toBuffer();
    const scaled = await scalePicture({ ...request, bytes, mimeType: 'image/webp' });
    expect(scaled?.mimeType).toBe('image/png');
    expect((await sharp(scaled?.data).stats()).isOpaque).toBe(false);
  });

  it('scales on until the bytes fit', async () => {
    const bytes = await noise(90).png().toBuffer();
    const maxBytes = Math.floor(bytes.length / 3);
    const scaled = await scalePicture({ ...request, bytes, mimeType: 'image/png', maxBytes });
    expect(scaled?.data.length).toBeLessThanOrEqual(maxBytes);
    expect(scaled?.width).toBeLessThan(90);
  });
});

describe('scaleInThread', () => {
  it('scales without a native decoder, and leaves its bytes to the caller', async () => {
    const bytes = await blank(300, 150).jpeg().toBuffer();
    const scaled = await scaleInThread({ ...request, bytes, mimeType: 'image/jpeg' });
    expect(scaled).toMatchObject({ mimeType: 'image/jpeg', width: 100, height: 50 });
    expect(pictureFacts(bytes)?.width).toBe(300);
  });

  it('fails for what cannot be decoded, and when it is cancelled', async () => {
    const bytes = (await noise(200).png().toBuffer()).fill(0, 100, 4000);
    await expect(scaleInThread({ ...request, bytes, mimeType: 'image/png' })).rejects.toThrow();
    const good = await noise(200).png().toBuffer();
    const cancelled = scaleInThread({ ...request, bytes: good, mimeType: 'image/png' }, AbortSignal.abort());
    await expect(cancelled).rejects.toThrow();
  });
});

/** Red, green and blue of the first pixel. */
async function cornerOf(picture: Sharp): Promise<number[]> {
  const data = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer();
  return [...data.subarray(0, 3)];
}

/** The quarter of a picture in which the red mark is, by its column and row. */
async function redCorner(picture: Sharp): Promise<string> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const greens = [0, info.width - 1].flatMap((x) =>
    [0, info.height - 1].map((y) => [data[(y * info.width + x) * info.channels + 1] ?? 255, `${x},${y}`] as const),
  );
  return greens.sort(([a], [b]) => a - b)[0]?.[1] ?? '';
}
