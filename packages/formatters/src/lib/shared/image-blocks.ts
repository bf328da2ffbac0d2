import type { PictureFault } from '@dragoman/fs-core/internal/kernel';
import type { ScaledPicture } from '@dragoman/outcomes/internal/parts';
import { type ContentBlock, text } from '../formatter.ts';
import { pictureFault } from './media-refused.ts';
import { formatSize } from './size.ts';

export interface ShownImage {
  readonly scaled?: ScaledPicture;
  readonly fault?: PictureFault;
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

// Formats that most models can see.
const SEEN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An image, with a line on how it was scaled, and for formats that most models cannot see, or what is damaged, a line that says what it is. */
export function imageBlocks({ mimeType, data, size, scaled, fault }: ShownImage): ContentBlock[] {
  const image: ContentBlock = { type: 'image', data: Buffer.from(data).toString('base64'), mimeType };
  if (scaled !== undefined) return [image, text(scaledNote(scaled))];
  if (fault !== undefined) return [image, text(`Image: ${mimeType} (${formatSize(size)}): ${pictureFault(fault)}`)];
  return SEEN.has(mimeType) ? [image] : [image, text(`Image: ${mimeType} (${formatSize(size)})`)];
}

/** A line that tells a model how to reckon places in the picture that it sees. */
export function scaledNote({ from, to }: ScaledPicture): string {
  const scale = Math.max(from.width, from.height) / Math.max(to.width, to.height);
  return `[Image scaled: ${from.width} × ${from.height} pixels are shown as ${to.width} × ${to.height}; multiply coordinates by ${scale.toFixed(2)} for the original.]`;
}
