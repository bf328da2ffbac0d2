import type { StreamText } from '@dragoman/fs-core/internal/kernel';
import { boundedText } from './bounded-text.ts';
import { cutNote } from './cut-note.ts';
import { besides, shareOf, type TextLimit } from './text-limit.ts';

/** Text of a stream, with a note if only its beginning was kept. */
export function streamText({ text, totalCharacters }: StreamText): string {
  // If there are fewer code units than the stream has code points, it was cut; else the code points are counted.
  if (text.length >= totalCharacters && [...text].length >= totalCharacters) return text;
  return `${text}\n${cutNote(totalCharacters)}\n`;
}

export interface Streams<Stream = StreamText> {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** Both streams within the limit: stderr takes half of it at most, stdout what is left. */
export function boundedStreams({ stdout, stderr }: Streams, limit: TextLimit): Streams<string> {
  const errors = boundedStream(stderr, shareOf(limit, 2));
  return { stdout: boundedStream(stdout, besides(limit, errors)), stderr: errors };
}

function boundedStream(stream: StreamText, limit: TextLimit): string {
  return boundedText(streamText(stream), limit, restNote(stream));
}

function restNote({ totalCharacters }: StreamText): string {
  return `${cutNote(totalCharacters)}\n[The rest is over the response size limit. Write the output to a file to read on.]\n`;
}
