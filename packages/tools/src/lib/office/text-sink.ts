import { officeFault } from './office-fault.ts';

/** Takes the text of a document. */
export interface TextSink {
  /** Adds a line, or several. @throws ToolError `UNSUPPORTED_FILE` if the text is too long */
  line(text: string): void;
  /** Adds a block, which an empty line sets off from what is before it. */
  block(text: string): void;
  /** The text without a newline at its end. */
  bytes(): Buffer;
}

/** Characters of a document's text. */
export const MOST_CHARACTERS = 64 * 1024 * 1024;

/** Characters of a paragraph, which is handled in one piece. */
export const MOST_PARAGRAPH = 4_000_000;

/** Characters that are joined at once: lines of their own take more memory, and all of them more than a moment. */
const JOINED = 1_000_000;

export function createTextSink(): TextSink {
  const whole: Buffer[] = [];
  let lines: string[] = [];
  let [room, joinAt] = [MOST_CHARACTERS, MOST_CHARACTERS - JOINED];
  const line = (text: string): void => {
    room -= text.length + 1;
    if (room < 0) throw officeFault({ problem: 'text', limit: MOST_CHARACTERS });
    lines.push(text);
    if (room < joinAt) join();
  };
  const join = (): void => {
    if (lines.length > 0) whole.push(Buffer.from(`${whole.length > 0 ? '\n' : ''}${lines.join('\n')}`));
    [lines, joinAt] = [[], room - JOINED];
  };
  return {
    line,
    block(text) {
      if (room < MOST_CHARACTERS) line('');
      line(text);
    },
    bytes() {
      join();
      return Buffer.concat(whole);
    },
  };
}
