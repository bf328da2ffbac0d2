import sharp from 'sharp';
import { expect, it } from 'vitest';
import { scaleInThread } from './scale-in-thread.ts';

it('scales large pictures that are asked for at once, as it does each of them', async () => {
  const create = { width: 7_000, height: 7_000, channels: 3, background: 'red' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const request = { bytes, mimeType: 'image/png', orientation: 1, maxSide: 100, maxBytes: 1_000_000 };
  const scaled = await Promise.all(Array.from({ length: 6 }, () => scaleInThread(request)));
  expect(scaled.map((each) => each?.width)).toEqual(Array(6).fill(100));
}, 120_000);
