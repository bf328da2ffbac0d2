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
 * sequences; of one that leads to the first column, a carriage return is left. The start of a sequence waits, in constant memory, for the piece that ends it.
 */
export function createEscapeStripper(): (piece: string) => string {
  let waiting = '';
  return (piece) => {
    const text = waiting + piece;
    const from = text.search(UNFINISHED);
    const tail = from < 0 ? '' : text.slice(from);
    // The content of a sequence is never shown: its introducer and last character are enough to find its end.
    waiting = tail.length > 3 ? tail.slice(0, 2) + tail.slice(-1) : tail;
    return (from < 0 ? text : text.slice(0, from)).replace(COMPLETE, (sequence) =>
      isToFirstColumn(sequence) ? '\r' : '',
    );
  };
}

/** True for a move of the cursor that is as good as a carriage return. */
function isToFirstColumn(sequence: string): boolean {
  return /[[\u{9b}][01]?[G`]$/u.test(sequence);
}
