import type { ScaledPicture } from '@dragoman/outcomes/internal/parts';
import type { PictureFacts } from './picture-facts.ts';

export interface PictureBounds {
  /** Pixels. */
  readonly maxSide: number;
  readonly maxBytes: number;
}

/** A picture within bounds. */
export interface FittedPicture {
  readonly data: Uint8Array;
  readonly mimeType: string;
  /** Absent if the picture is as it was. */
  readonly scaled?: ScaledPicture;
}

/** Returns a picture as it is if it is within bounds, else scaled to them; null if nothing here can scale it. */
export async function fitPicture(
  data: Uint8Array,
  { mimeType, width, height }: PictureFacts,
  bounds: PictureBounds,
): Promise<FittedPicture | null> {
  if (Math.max(width, height) <= bounds.maxSide && data.length <= bounds.maxBytes) return { data, mimeType };
  const sharp = await loadSharp();
  if (sharp === null) return null;
  try {
    return await scaledBy(sharp, data, bounds);
  } catch {
    // What it cannot decode, or decodes to more than it takes.
    return null;
  }
}

type Sharp = typeof import('sharp').default;

/** The decoder is large, and native: it is used where the user has installed it. */
async function loadSharp(): Promise<Sharp | null> {
  try {
    return (await import('sharp')).default;
  } catch {
    return null;
  }
}

const LEAST_SIDE = 16;

/** Scales to the largest side, and then on until the file is small enough. Of an animation, the first picture is left. */
async function scaledBy(
  sharp: Sharp,
  data: Uint8Array,
  { maxSide, maxBytes }: PictureBounds,
): Promise<FittedPicture | null> {
  const { width, height, orientation = 1, format } = await sharp(data).metadata();
  // From 5 on, it is turned by a quarter.
  const from = orientation >= 5 ? { width: height, height: width } : { width, height };
  for (let side = Math.min(maxSide, Math.max(width, height)); side >= LEAST_SIDE; side = Math.floor(side * 0.75)) {
    const turned = sharp(data).rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const { data: shown, info } = await (format === 'gif' ? turned.png() : turned).toBuffer({
      resolveWithObject: true,
    });
    if (shown.length > maxBytes) continue;
    const to = { width: info.width, height: info.height };
    return { data: new Uint8Array(shown), mimeType: `image/${info.format}`, scaled: { from, to } };
  }
  return null;
}
