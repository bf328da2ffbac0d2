import type { StreamText } from '@dragoman/fs-core/internal/kernel';
import { boundedText } from './bounded-text.ts';
import { besides, countNewlines, fits, largestFitting, mostCharacters, shareOf, type TextLimit } from './text-limit.ts';

/** Text of a stream; of one that was not kept as a whole both ends, cut at lines. */
export function streamText(stream: StreamText): string {
  return stream.ending === undefined ? stream.text : bothEnds(stream, Number.POSITIVE_INFINITY);
}

/**
 * The two ends of a stream, cut at lines where there are any, with what is left out between.
 * @param units UTF-16 code units of each end at most
 */
function bothEnds({ text, ending = text, totalCharacters, totalNewlines }: StreamText, units: number): string {
  const head = wholeLinesOf(text.slice(0, units));
  const tail = lastLinesOf(units === 0 ? '' : ending.slice(-units));
  const lines = totalNewlines - countNewlines(head) - countNewlines(tail);
  const characters = totalCharacters - [...head].length - [...tail].length;
  const gap = head === '' || head.endsWith('\n') ? '' : '\n';
  return `${head}${gap}... [${lines} lines, ${characters} characters left out] ...\n${tail}`;
}

function wholeLinesOf(beginning: string): string {
  const end = beginning.lastIndexOf('\n');
  return end === -1 ? beginning.replace(/[\ud800-\udbff]$/, '') : beginning.slice(0, end + 1);
}

function lastLinesOf(ending: string): string {
  const start = ending.slice(0, -1).indexOf('\n');
  return start === -1 ? ending.replace(/^[\udc00-\udfff]/, '') : ending.slice(start + 1);
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

const REST = '[The rest is over the response size limit. Write the output to a file to read on.]\n';

/** A stream within the limit: of one that is over it, both ends. */
export function boundedStream(stream: StreamText, limit: TextLimit): string {
  const whole = streamText(stream);
  if (fits(whole, limit)) return whole;
  const most = Math.min(Math.floor(stream.text.length / 2), mostCharacters(limit));
  const units = largestFitting(most, (some) => fits(bothEnds(stream, some) + REST, limit));
  return boundedText(bothEnds(stream, units) + REST, limit, REST);
}
