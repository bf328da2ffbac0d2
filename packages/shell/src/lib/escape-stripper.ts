// Libraries take whole strings only, and some scan to the end at each introducer. These follow ECMA-48 in one pass.
const CONTROL_SEQUENCE = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*`;
// Window titles, links, images. A line break ends them too, so that a stray introducer cannot swallow the output.
const CONTROL_STRING = String.raw`\x1b[\]PX^_][^\x07\x1b\x9c\r\n]*`;
const ESCAPE_SEQUENCE = String.raw`\x1b[ -/]*`;

const COMPLETE = new RegExp(
  String.raw`${CONTROL_SEQUENCE}[@-~]?|${CONTROL_STRING}(?:\x07|\x1b\\|\x9c)?|${ESCAPE_SEQUENCE}[0-~]?`,
  'g',
);
const UNFINISHED = new RegExp(String.raw`(?:${CONTROL_SEQUENCE}|${CONTROL_STRING}\x1b?|${ESCAPE_SEQUENCE})$`);

/**
 * Returns a function that takes the next piece of a text and returns what can be shown, without terminal escape
 * sequences. The start of a sequence waits, in constant memory, for the piece that ends it.
 * @param signOf what is left of a sequence; by default, of one that leads to the first column, a carriage return
 */
export function createEscapeStripper(signOf = returnSign): (piece: string) => string {
  let waiting = '';
  return (piece) => {
    const text = waiting + piece;
    const from = text.search(UNFINISHED);
    const tail = from < 0 ? '' : text.slice(from);
    // Of a long sequence nothing is shown: its introducer and last character are enough to find its end.
    waiting = tail.length > LONGEST_MOVE ? tail.slice(0, 2) + tail.slice(-1) : tail;
    return (from < 0 ? text : text.slice(0, from)).replace(COMPLETE, (sequence) => signOf(sequence));
  };
}

// `ESC [ 999 A`.
const LONGEST_MOVE = 6;

/** A carriage return for a move of the cursor that is as good as one. */
function returnSign(sequence: string): string {
  return /[[\u{9b}][01]?[G`]$/u.test(sequence) ? '\r' : '';
}

/** Signs that no shown text contains, since each begins a sequence; `LINES_UP` has the number in the character after it. */
export const LINES_UP = '\u001b';
export const LINE_ERASED = '\u009b';
const COUNT_BASE = 0x100;

/** Number of lines that the sign of a move stands for. */
export function linesUp(sign: string): number {
  return sign.charCodeAt(1) - COUNT_BASE;
}

/** The sign of a sequence that moves the cursor to lines above, erases them or leads to the first column; else ''. */
export function moveSign(sequence: string): string {
  const [, count, action] = /[[\u{9b}](\d{0,3})([AFJK])$/u.exec(sequence) ?? [];
  if (action === undefined) return returnSign(sequence);
  if (action === 'J' || action === 'K') return LINE_ERASED;
  const up = LINES_UP + String.fromCharCode(COUNT_BASE + (Number(count) || 1));
  return action === 'F' ? `${up}\r` : up;
}
