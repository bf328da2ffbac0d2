import { isAscii } from 'node:buffer';
import type { StreamText } from '@dragoman/fs-core/internal/kernel';
import { createEscapeStripper, moveSign } from './escape-stripper.ts';
import { createKeptEnds } from './kept-ends.ts';
import { createLineOverwriter } from './line-overwriter.ts';

const ESCAPE_BYTE = 0x1b;

/**
 * Collects one stream: keeps its beginning and its end, and counts the rest. It holds little more than `maxCharacters`,
 * whatever the stream carries.
 */
export function createOutputCapture(maxCharacters: number) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const strip = createEscapeStripper(moveSign);
  const lines = createLineOverwriter();
  const kept = createKeptEnds(maxCharacters);
  let nothingWaits = true;

  /** Text of a chunk without escape sequences. Gigabytes of plain text pass at the speed of memory. */
  const textOf = (chunk: Uint8Array): string => {
    if (!isAscii(chunk)) {
      nothingWaits = false;
      return strip(decoder.decode(chunk, { stream: true }));
    }
    if (nothingWaits && !chunk.includes(ESCAPE_BYTE)) return Buffer.from(chunk).toString('latin1');
    const shown = strip(decoder.decode(chunk, { stream: true }));
    nothingWaits = shown.length === chunk.length && !chunk.includes(ESCAPE_BYTE);
    return shown;
  };

  return {
    /** Invalid UTF-8 is shown as U+FFFD. */
    add(chunk: Uint8Array): void {
      kept.append(lines.add(textOf(chunk)));
    },
    /** The stream has ended: a character that was cut off is shown as U+FFFD. */
    end(): void {
      kept.append(lines.add(strip(decoder.decode())));
    },
    output: (): StreamText => kept.with(lines.pending()),
  };
}
