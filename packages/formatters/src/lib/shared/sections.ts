import { type ContentBlock, text } from '../content.ts';

/** How many of the first texts take at most `maxBytes` of UTF-8 together, a newline after each. */
export function countWithin(texts: readonly string[], maxBytes: number): number {
  let bytes = 0;
  const end = texts.findIndex((each) => {
    bytes += Buffer.byteLength(each) + 1;
    return bytes > maxBytes;
  });
  return end < 0 ? texts.length : end;
}

/** The same blocks with texts that follow each other made one, an empty line between them. */
export function joinedTexts(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return blocks.reduce<readonly ContentBlock[]>((joined, block) => {
    const last = joined.at(-1);
    if (block.type !== 'text' || last?.type !== 'text') return [...joined, block];
    return [...joined.slice(0, -1), text(`${last.text}\n\n${block.text}`)];
  }, []);
}
