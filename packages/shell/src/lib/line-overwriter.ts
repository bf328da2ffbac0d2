import { LINE_ERASED, LINES_UP, linesUp } from './escape-stripper.ts';

// Lines above are let go of, and all of a longer text, whatever may still be written over it.
const MOST_LINES = 100;
const MOST_PENDING = 64 * 1024;

/** Lines as a terminal shows them in the end, where programs write over what they have written. */
export interface LineOverwriter {
  /** Takes the next piece, with the signs of `moveSign`; returns what nothing can overwrite any more. */
  add(piece: string): string;
  /** The last lines as they are now. */
  pending(): string;
}

const SIGN = new RegExp(`([\\r\\b\\n${LINE_ERASED}]|${LINES_UP}.)`, 's');
const MOVING_SIGN = new RegExp(`[\\r\\b${LINES_UP}${LINE_ERASED}]`);

/**
 * Keeps of each line what follows its last carriage return that text follows; CRLF ends a line, and a backspace takes a
 * character back. A line to which the cursor goes up is written anew by the text that follows.
 */
export function createLineOverwriter(): LineOverwriter {
  let held = '';
  // Lines from the last one up to the cursor.
  let up = 0;
  let isReturned = false;
  // The cursor has left the last line, which may be erased since.
  let isMoved = false;

  const draw = (piece: string): void => {
    const lines = held.split('\n');
    let at = Math.max(0, lines.length - 1 - up);
    for (const part of piece.split(SIGN)) {
      const line = lines[at] ?? '';
      if (part === '\n') {
        at += 1;
        isReturned = at < lines.length;
        if (!isReturned) lines.push('');
        isMoved &&= isReturned;
      } else if (part.startsWith(LINES_UP)) {
        at = Math.max(0, at - linesUp(part));
        [isReturned, isMoved] = [true, true];
      } else if (part === LINE_ERASED) lines[at] = isMoved && isReturned ? '' : line;
      else if (part === '\r') isReturned = true;
      else if (part === '\b') lines[at] = line.replace(/.$/su, '');
      else if (part !== '') {
        lines[at] = isReturned ? part : line + part;
        isReturned = false;
      }
    }
    held = lines.join('\n');
    up = lines.length - 1 - at;
  };

  /** Lets go of the lines that are too far up, and of all of what is too long. */
  const release = (): string => {
    let newline = held.length;
    for (let lines = 0; lines < MOST_LINES && newline >= 0; lines += 1)
      newline = newline === 0 ? -1 : held.lastIndexOf('\n', newline - 1);
    let end = newline + 1;
    if (held.length - end > MOST_PENDING) end = held.lastIndexOf('\n') + 1;
    if (held.length - end > MOST_PENDING) end = held.length;
    const whole = held.slice(0, end);
    held = held.slice(end);
    return whole;
  };

  return {
    add(piece) {
      if (up === 0 && !isReturned && !MOVING_SIGN.test(piece)) held += piece;
      else draw(piece);
      return release();
    },
    pending: () => held,
  };
}
