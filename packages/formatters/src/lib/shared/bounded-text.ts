import { type ContentBlock, text } from '../content.ts';

/** A text that is over `maxBytes` of UTF-8, cut after a whole line so that it fits together with the note. */
export function boundedText(text: string, maxBytes: number, note: string): string {
  return Buffer.byteLength(text) <= maxBytes ? text : cutText(text, maxBytes, note);
}

/** As `boundedText`, but the note always follows; it is cut where not even the note fits. */
export function cutText(text: string, maxBytes: number, note: string): string {
  const room = maxBytes - Buffer.byteLength(note) - 1;
  if (room < 0) return wholeCharacters(Buffer.from(note).subarray(0, Math.max(0, maxBytes)));
  // With a newline at the end, a last line that fits counts as whole.
  const bytes = Buffer.from(`${text}\n`).subarray(0, room + 1);
  const end = bytes.lastIndexOf(0x0a);
  const kept = end === -1 ? wholeCharacters(bytes.subarray(0, room)) : bytes.subarray(0, end).toString();
  return `${kept}\n${note}`;
}

function wholeCharacters(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}

const REST_NOTE = '[The rest is over the response size limit. Ask for less at once.]';

/** Blocks whose texts together take at most `maxBytes` of UTF-8; images are bounded elsewhere. */
export function boundedBlocks(blocks: readonly ContentBlock[], maxBytes: number): readonly ContentBlock[] {
  const kept: ContentBlock[] = [];
  let room = maxBytes;
  for (const block of blocks) {
    if (block.type !== 'text') kept.push(block);
    else if (room > 0) {
      const bounded = boundedText(block.text, room, REST_NOTE);
      room = bounded === block.text ? room - Buffer.byteLength(bounded) : 0;
      kept.push(text(bounded));
    }
  }
  return kept;
}
