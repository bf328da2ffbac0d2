import { type ContentBlock, text } from '../formatter.ts';
import { formatSize } from './size.ts';

export interface ShownImage {
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

// Formats that most models can see.
const SEEN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An image, and for formats that most models cannot see a line that says what it is. */
export function imageBlocks({ mimeType, data, size }: ShownImage): ContentBlock[] {
  const image: ContentBlock = { type: 'image', data: Buffer.from(data).toString('base64'), mimeType };
  return SEEN.has(mimeType) ? [image] : [image, text(`Image: ${mimeType} (${formatSize(size)})`)];
}
