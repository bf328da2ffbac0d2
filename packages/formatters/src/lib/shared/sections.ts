import { type ContentBlock, text } from '../formatter.ts';
import { cutText, TEXT_GAP } from './bounded-text.ts';
import { fits, largestFitting, type TextLimit } from './text-limit.ts';

/** A part of a result that is shown whole or cut with a note: a page, or a cell with its outputs. */
export type Section = readonly ContentBlock[];

export interface NotedSectionsOptions {
  /** Limit of all texts together. */
  readonly limit: TextLimit;
  /** The notes that follow if `count` sections are shown. */
  readonly notesAfter: (count: number) => readonly string[];
  /** The note if only a part of the first section fits, or the text of that part with the notes that follow. */
  readonly cutNote: string | ((notes: readonly string[]) => string);
  /** Separator of consecutive texts. Default: an empty line. */
  readonly gap?: string;
}

export interface NotedSections {
  readonly content: readonly ContentBlock[];
  /** Number of sections that the content shows. */
  readonly count: number;
}

/** Joins as many sections as fit with their notes; at least the beginning of one. */
export function notedSections(sections: readonly Section[], options: NotedSectionsOptions): NotedSections {
  const { limit, notesAfter, cutNote, gap = TEXT_GAP } = options;
  const contentOf = (count: number): readonly ContentBlock[] =>
    joinedTexts([...sections.slice(0, count).flat(), ...notesAfter(count).map(text)], gap);
  const count = largestFitting(sections.length, (some) => some > 0 && fits(textOf(contentOf(some)), limit));
  if (count > 0) return { content: contentOf(count), count };
  if (typeof cutNote !== 'string') return { content: [text(cutNote(notesAfter(1)))], count: 1 };
  const beginning = textOf(joinedTexts(sections[0] ?? [], gap));
  return { content: [text(cutText(beginning, limit, [cutNote, ...notesAfter(1)].join(gap)))], count: 1 };
}

/** The same blocks, but consecutive texts are joined into one. */
function joinedTexts(blocks: readonly ContentBlock[], gap: string): readonly ContentBlock[] {
  const joined: ContentBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type !== 'text' || last?.type !== 'text') joined.push(block);
    else joined.splice(-1, 1, text(`${last.text}${gap}${block.text}`));
  }
  return joined;
}

/** Joins all texts of a result. */
function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(TEXT_GAP);
}
