// A longer line is let go of, whatever may still be written over it.
const MOST_PENDING = 64 * 1024;

/** Lines as a terminal shows them in the end, where programs write over what they have written. */
export interface LineOverwriter {
  /** Takes the next piece; returns what nothing can overwrite any more. */
  add(piece: string): string;
  /** The last line as it is now. */
  pending(): string;
}

/**
 * Keeps of each line what follows its last carriage return that text follows; CRLF ends a line, and a backspace takes a
 * character back.
 */
export function createLineOverwriter(): LineOverwriter {
  let line = '';
  let isReturned = false;

  /** The next piece of text without newlines. */
  const write = (piece: string): void => {
    for (const part of piece.split(/([\r\b])/)) {
      if (part === '\r') isReturned = true;
      else if (part === '\b') line = withoutLast(line);
      else if (part !== '') {
        line = isReturned ? part : line + part;
        isReturned = false;
      }
    }
  };

  /** The lines that a piece ends. */
  const ended = (piece: string): string => {
    if (!isReturned && !/[\r\b]/.test(piece)) {
      const end = piece.lastIndexOf('\n') + 1;
      const whole = end === 0 ? '' : line + piece.slice(0, end);
      line = end === 0 ? line + piece : piece.slice(end);
      return whole;
    }
    const finished: string[] = [];
    const lines = piece.split('\n');
    const last = lines.pop() ?? '';
    for (const each of lines) {
      write(each);
      finished.push(line, '\n');
      line = '';
      isReturned = false;
    }
    write(last);
    return finished.join('');
  };

  return {
    add(piece) {
      const finished = ended(piece);
      if (line.length <= MOST_PENDING) return finished;
      const whole = finished + line;
      line = '';
      return whole;
    },
    pending: () => line,
  };
}

function withoutLast(text: string): string {
  return text.replace(/.$/su, '');
}
