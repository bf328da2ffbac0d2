import type { CellOutput, UnshownOutput } from '@dragoman/outcomes/internal/parts';
import { type ContentBlock, text } from '../formatter.ts';
import { counted } from './counted.ts';
import { scaledNote } from './image-blocks.ts';
import { pictureFault } from './media-refused.ts';
import { printableName } from './printable.ts';
import type { Section } from './sections.ts';
import { formatSize } from './size.ts';

// Common clients end the connection over 10 MiB in one message, which has to hold the texts, too.
const MOST_PICTURE_CHARS = 8 * 1024 * 1024;
const MOST_PICTURES = 20;

/** Cells whose pictures one result can carry. */
export interface BoundedPictures {
  readonly sections: readonly Section[];
  /** The note on pictures that are left out of the first `count` sections. */
  readonly picturesNote: (count: number) => string[];
}

/** Leaves out pictures beyond 20, which are counted, and beyond 8 MB of base64, each with a line in its place. */
export function boundedPictures(sections: readonly Section[]): BoundedPictures {
  let [room, shown] = [MOST_PICTURE_CHARS, 0];
  const leftOut = sections.map(() => 0);
  const bound = (block: ContentBlock, section: number): ContentBlock[] => {
    if (block.type !== 'image') return [block];
    if (block.data.length > room) {
      const size = formatSize((block.data.length / 4) * 3);
      return [text(`(left out: ${size}; a result carries 8 MB of images at most)`)];
    }
    if (shown === MOST_PICTURES) {
      leftOut[section] = (leftOut[section] ?? 0) + 1;
      return [];
    }
    room -= block.data.length;
    shown += 1;
    return [block];
  };
  const picturesNote = (count: number): string[] => {
    const more = leftOut.slice(0, count).reduce((sum, some) => sum + some, 0);
    return more === 0 ? [] : [`[${counted(more, 'more image')} left out: a result carries ${MOST_PICTURES} at most.]`];
  };
  return { sections: sections.map((blocks, at) => blocks.flatMap((block) => bound(block, at))), picturesNote };
}

/** A picture, with a line on how it was scaled. */
export function pictureBlocks({ mimeType, base64: data, scaled }: PictureOutput): ContentBlock[] {
  return [{ type: 'image', mimeType, data }, ...(scaled === undefined ? [] : [text(scaledNote(scaled))])];
}

type PictureOutput = Extract<CellOutput, { kind: 'image' }>;

/** Content that is named and not shown. */
export function unshownText({ mimeType, size, picture }: UnshownOutput): string {
  const type = printableName(mimeType);
  return picture === undefined
    ? `(${type}, ${formatSize(size)}: not shown)`
    : `(${type}: not shown, ${pictureFault(picture)})`;
}
