import type { StreamText } from '@dragoman/tools';
import { boundedText } from './bounded-text.ts';
import { cutNote } from './cut-note.ts';

/** What a stream carried, with a note where only its beginning was kept. */
export function streamText({ text, totalCharacters }: StreamText): string {
  // Where there are fewer code units than the stream has code points, it was cut; else the code points are counted.
  if (text.length >= totalCharacters && [...text].length >= totalCharacters) return text;
  return `${text}\n${cutNote(totalCharacters)}\n`;
}

/** As `streamText`, within so many bytes of UTF-8. */
export function boundedStreamText(stream: StreamText, maxBytes: number): string {
  return boundedText(streamText(stream), maxBytes, cutNote(stream.totalCharacters));
}
