import { isAscii } from 'node:buffer';
import { countCodePoints, firstCodePoints } from '@dragoman/text/internal/text';
import { createEscapeStripper } from './escape-stripper.ts';

/** The output of a command on one stream. */
export interface CapturedOutput {
  /** Its beginning, up to the number of characters that is kept. */
  readonly text: string;
  /** Unicode code points of the whole stream, escape sequences not counted. */
  readonly totalCharacters: number;
}

const ESCAPE_BYTE = 0x1b;

/** Collects one stream: keeps its beginning, counts the rest. It holds `maxCharacters`, whatever the stream carries. */
export function createOutputCapture(maxCharacters: number) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const strip = createEscapeStripper();
  let text = '';
  let totalCharacters = 0;
  let nothingWaits = true;

  function append(shown: string): void {
    if (totalCharacters < maxCharacters) text += firstCodePoints(shown, maxCharacters - totalCharacters);
    totalCharacters += countCodePoints(shown);
  }

  return {
    /** Invalid UTF-8 is shown as U+FFFD. */
    add(chunk: Uint8Array): void {
      const full = totalCharacters >= maxCharacters;
      if (full && nothingWaits && isAscii(chunk) && !chunk.includes(ESCAPE_BYTE)) {
        // Gigabytes of plain text are counted at the speed of memory.
        totalCharacters += chunk.length;
        return;
      }
      const shown = strip(decoder.decode(chunk, { stream: true }));
      nothingWaits = shown.length === chunk.length && isAscii(chunk);
      append(shown);
    },
    /** The stream has ended: a character that was cut off is shown as U+FFFD. */
    end: (): void => append(strip(decoder.decode())),
    output: (): CapturedOutput => ({ text, totalCharacters }),
  };
}
