import { type ContentBlock, text } from '../content.ts';
import { cutText } from './bounded-text.ts';

/** How many of the first texts take at most `maxBytes` of UTF-8 together, a newline after each. */
export function countWithin(texts: readonly string[], maxBytes: number): number {
  let bytes = 0;
  const end = texts.findIndex((each) => {
    bytes += Buffer.byteLength(each) + 1;
    return bytes > maxBytes;
  });
  return end < 0 ? texts.length : end;
}

/** A part of a result that is shown whole or cut with a note: a page, or a cell with its outputs. */
export type Section = readonly ContentBlock[];

export interface NotedSectionsOptions {
  /** UTF-8 bytes that all texts together may take. */
  readonly maxBytes: number;
  /** The notes that follow where `count` sections are shown. */
  readonly notesAfter: (count: number) => readonly string[];
  /** The note where only a part of the first section fits. */
  readonly cutNote: string;
}

export interface NotedSections {
  readonly content: readonly ContentBlock[];
  /** How many sections the content shows. */
  readonly count: number;
}

/** As many sections as fit with their notes, with an empty line between texts; at least the beginning of one. */
export function notedSections(sections: readonly Section[], options: NotedSectionsOptions): NotedSections {
  const { maxBytes, notesAfter, cutNote } = options;
  const sizes = sizesOf(sections);
  for (let count = sections.length; count > 0; count--) {
    if ((sizes[count - 1] ?? 0) > maxBytes) continue;
    const content = joinedTexts([...sections.slice(0, count).flat(), ...notesAfter(count).map(text)]);
    if (bytesOf(content) <= maxBytes) return { content, count };
  }
  const first = (sections[0] ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { content: [text(cutText(first.join(GAP), maxBytes, [cutNote, ...notesAfter(1)].join(GAP)))], count: 1 };
}

const GAP = '\n\n';

/** For each section, the UTF-8 bytes of all texts up to its end. */
function sizesOf(sections: readonly Section[]): number[] {
  let bytes = 0;
  let followsText = false;
  return sections.map((section) => {
    for (const block of section) {
      if (block.type === 'text') bytes += Buffer.byteLength(block.text) + (followsText ? GAP.length : 0);
      followsText = block.type === 'text';
    }
    return bytes;
  });
}

/** The same blocks, but consecutive texts are joined into one. */
function joinedTexts(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const joined: ContentBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type !== 'text' || last?.type !== 'text') joined.push(block);
    else joined.splice(-1, 1, text(`${last.text}${GAP}${block.text}`));
  }
  return joined;
}

function bytesOf(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((bytes, block) => bytes + (block.type === 'text' ? Buffer.byteLength(block.text) : 0), 0);
}
