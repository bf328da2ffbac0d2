import { type ContentBlock, text } from '../content.ts';

/** Ends a text at its last whole line within `maxBytes` of UTF-8, the note on what was left out included. */
export function boundedText(text: string, maxBytes: number, note: string): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text).subarray(0, Math.max(0, maxBytes - Buffer.byteLength(note) - 1));
  const end = bytes.lastIndexOf(0x0a);
  const kept = end === -1 ? wholeCharacters(bytes) : bytes.subarray(0, end).toString();
  return `${kept}\n${note}`;
}

function wholeCharacters(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
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
