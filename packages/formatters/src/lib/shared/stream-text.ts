import type { StreamText } from '@dragoman/tools';

/** What a stream carried, with a note where only its beginning was kept. */
export function streamText({ text, totalCharacters }: StreamText): string {
  // Fewer code units than code points are enough to tell; only where they are not are the points counted.
  if (text.length >= totalCharacters && [...text].length >= totalCharacters) return text;
  return `${text}\n... [truncated, ${totalCharacters} chars total]\n`;
}
