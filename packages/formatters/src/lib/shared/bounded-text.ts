import { type ContentBlock, text } from '../content.ts';

/** Ends a text at its last whole line within `maxBytes` of UTF-8, the note on what was left out included. */
export function boundedText(text: string, maxBytes: number, note: string): string {
  return Buffer.byteLength(text) <= maxBytes ? text : cutText(text, maxBytes, note);
}

/** As `boundedText`, of a text that goes on: the note follows in any case, and is cut itself where it does not fit. */
export function cutText(text: string, maxBytes: number, note: string): string {
  const room = maxBytes - Buffer.byteLength(note) - 1;
  if (room < 0) return wholeCharacters(Buffer.from(note).subarray(0, Math.max(0, maxBytes)));
  // A line ends where the newline behind it is.
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
  let room = maxBytes;
  return blocks.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== 'text') return [block];
    if (room <= 0) return [];
    const bounded = boundedText(block.text, room, REST_NOTE);
    room = bounded === block.text ? room - Buffer.byteLength(bounded) : 0;
    return [text(bounded)];
  });
}
