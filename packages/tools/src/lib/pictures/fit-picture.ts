import { assertNotCancelled } from '@dragoman/fs-core/internal/kernel';
import type { ScaledPicture } from '@dragoman/outcomes/internal/parts';
import { exifOrientation } from './exif-orientation.ts';
import type { PictureFacts } from './picture-facts.ts';
import type { EncodedPicture, PictureBounds, ScaleRequest } from './scale-request.ts';
import { shrinkToFit } from './shrink-to-fit.js';

/** A picture within bounds. */
export interface FittedPicture {
  readonly data: Uint8Array;
  readonly mimeType: string;
  /** Absent if the picture is as it was. */
  readonly scaled?: ScaledPicture;
}

// Each takes a dozen bytes of memory and more. `sharp` has a bound of its own.
const MOST_PIXELS = 64 * 1024 * 1024;

/** Returns a picture as it is if it is within bounds, else scaled to them; null if nothing here can scale it. */
export async function fitPicture(
  data: Uint8Array,
  { mimeType, width, height }: PictureFacts,
  { maxSide, maxBytes, signal }: PictureBounds & { readonly signal?: AbortSignal | undefined },
): Promise<FittedPicture | null> {
  if (Math.max(width, height) <= maxSide && data.length <= maxBytes) return { data, mimeType };
  const orientation = exifOrientation(data);
  const request = { bytes: data, mimeType, orientation, maxSide, maxBytes };
  // From 5 on, it is turned by a quarter.
  const from = orientation >= 5 ? { width: height, height: width } : { width, height };
  try {
    const sharp = await loadSharp();
    const isSmall = width * height <= MOST_PIXELS;
    const encoded = sharp ? await scaleBySharp(sharp, request) : isSmall ? await scaleHere(request, signal) : null;
    if (encoded === null) return null;
    const { data: shown, mimeType: shownType, ...to } = encoded;
    return { data: shown, mimeType: shownType, scaled: { from, to } };
  } catch {
    assertNotCancelled(signal);
    // What it cannot decode, or decodes to more than it takes.
    return null;
  }
}

/** The decoder in WebAssembly takes two megabytes: it is loaded where something is to be scaled. */
async function scaleHere(request: ScaleRequest, signal: AbortSignal | undefined): Promise<EncodedPicture | null> {
  const { scaleInThread } = await import('./scale-in-thread.ts');
  return await scaleInThread(request, signal);
}

type Sharp = typeof import('sharp').default;

/** A native decoder, several times as fast: it is used where the user has installed it. */
async function loadSharp(): Promise<Sharp | null> {
  try {
    return (await import('sharp')).default;
  } catch {
    return null;
  }
}

/** Scales a picture; of an animation, the first one is left. */
async function scaleBySharp(sharp: Sharp, request: ScaleRequest): Promise<EncodedPicture | null> {
  const { bytes, mimeType, maxSide, maxBytes } = request;
  const { width, height } = await sharp(bytes).metadata();
  const encode = async (side: number): Promise<EncodedPicture> => {
    const turned = sharp(bytes).rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const form = mimeType === 'image/gif' ? turned.png() : turned;
    const { data, info } = await form.toBuffer({ resolveWithObject: true });
    const { format, ...sides } = info;
    return { data: new Uint8Array(data), mimeType: `image/${format}`, width: sides.width, height: sides.height };
  };
  return await shrinkToFit(encode, { side: Math.min(maxSide, Math.max(width, height)), maxBytes });
}
