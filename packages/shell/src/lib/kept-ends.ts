import type { StreamText } from '@dragoman/fs-core/internal/kernel';
import { countCodePoints, firstCodePoints } from '@dragoman/text/internal/text';

/** The two ends of a text that comes in pieces, in bounded memory. */
export interface KeptEnds {
  append(piece: string): void;
  /** The text so far, and `last` behind it. */
  with(last: string): StreamText;
}

/** @param maxCharacters code points that are kept, half of them of the beginning */
export function createKeptEnds(maxCharacters: number): KeptEnds {
  const half = Math.ceil(maxCharacters / 2);
  // At most `half` code points.
  let head = '';
  let headCharacters = 0;
  // More than the ending that is shown, so that it is cut seldom.
  let rest = '';
  let totalCharacters = 0;
  let totalNewlines = 0;

  return {
    append(piece) {
      if (piece === '') return;
      totalCharacters += countCodePoints(piece);
      totalNewlines += countNewlines(piece);
      const first = headCharacters < half ? firstCodePoints(piece, half - headCharacters) : '';
      head += first;
      headCharacters += countCodePoints(first);
      rest += piece.slice(first.length);
      if (rest.length > 8 * maxCharacters) rest = rest.slice(-2 * maxCharacters);
    },
    with(last) {
      const total = totalCharacters + countCodePoints(last);
      const newlines = totalNewlines + countNewlines(last);
      const counts = { totalCharacters: total, totalNewlines: newlines };
      if (total <= maxCharacters) return { text: head + rest + last, ...counts };
      const ending = lastCodePoints(rest + last, maxCharacters - half);
      return { text: firstCodePoints(head + rest + last, half), ending, ...counts };
    },
  };
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The last `count` code points: a surrogate pair is never split. */
function lastCodePoints(text: string, count: number): string {
  const units = [...text.slice(-2 * count - 1)];
  return count === 0 ? '' : units.slice(-count).join('');
}
