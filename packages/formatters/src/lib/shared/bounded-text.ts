import { type ContentBlock, text } from '../formatter.ts';
import { beginningWithin, besides, fits, type TextLimit } from './text-limit.ts';

/**
 * A text that is over the limit, cut after a whole line so that it fits together with the note.
 * @example boundedText('one\ntwo\nthree\n', { bytes: 12 }, '[cut]')
 */
export function boundedText(text: string, limit: TextLimit, note: string): string {
  return fits(text, limit) ? text : cutText(text, limit, note);
}

/** Cuts like `boundedText`, but the note always follows; it is cut if not even the note fits. */
export function cutText(text: string, limit: TextLimit, note: string): string {
  const room = besides(limit, `\n${note}`);
  if (!fits('', room)) return beginningWithin(note, limit);
  const beginning = beginningWithin(text, room);
  const isWhole = beginning.length === text.length || text[beginning.length] === '\n';
  const end = isWhole ? -1 : beginning.lastIndexOf('\n');
  return `${end === -1 ? beginning : beginning.slice(0, end)}\n${note}`;
}

/**
 * Cuts like `cutText`.
 * @param rest the note after a whole line: the next lines can be asked for
 */
export function cutLines(text: string, limit: TextLimit, rest: string): string {
  const isOneLine = !beginningWithin(text, besides(limit, `\n${rest}`)).includes('\n');
  return cutText(text, limit, isOneLine ? LINE_NOTE : rest);
}

const LINE_NOTE = '[The rest of this line is left out: it is over the response size limit by itself.]';

/** Ends a text that is over the limit. @param advice a sentence that names what the tool takes to go on */
export function restNote(advice: string): string {
  return `[The rest is over the response size limit. ${advice}]`;
}

/** Ends a text that is over the limit and for which no other note is at hand. */
export const REST_NOTE = restNote('Ask for less at once.');

/** Separator that some clients put between the texts of one result, which they count as one. */
export const TEXT_GAP = '\n\n';

/** Blocks whose texts together keep the limit; images are bounded elsewhere. */
export function boundedBlocks(blocks: readonly ContentBlock[], limit: TextLimit): readonly ContentBlock[] {
  const kept: ContentBlock[] = [];
  let room: TextLimit | null = limit;
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') kept.push(block);
    else if (room !== null) {
      const bounded = boundedText(block.text, room, REST_NOTE);
      kept.push(text(bounded));
      if (index < blocks.length - 1) room = bounded === block.text ? roomAfter(bounded, room) : null;
    }
  }
  return kept;
}

/** Null where nothing fits any more. */
function roomAfter(part: string, room: TextLimit): TextLimit | null {
  // Measured apart: joined, they would be a copy of a text that may be large.
  const left = besides(besides(room, part), TEXT_GAP);
  return fits('', left) ? left : null;
}
