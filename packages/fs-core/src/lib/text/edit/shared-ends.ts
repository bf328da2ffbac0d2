import { isHighSurrogate, isLowSurrogate } from '../lines/line.ts';

/** The middles in which two texts differ, as units `[from, to)` of each. */
export interface Middles {
  readonly oldText: { readonly from: number; readonly to: number };
  readonly newText: { readonly from: number; readonly to: number };
}

/** Trims what two texts have in common at both ends. A CRLF of the oldText text is an LF of the new; neither is ever split. */
export function differingMiddles(oldText: string, newText: string): Middles {
  let [oldFrom, newFrom] = [0, 0];
  let [oldTo, newTo] = [oldText.length, newText.length];
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.startsWith('\r\n', oldFrom) ? 2 : 1;
    if (oldText[oldFrom + width - 1] !== newText[newFrom]) break;
    oldFrom += width;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = oldText.endsWith('\r\n', oldTo) ? 2 : 1;
    if (oldText[oldTo - 1] !== newText[newTo - 1] || oldTo - width < oldFrom) break;
    oldTo -= width;
    newTo--;
  }
  const splitsFirst = splitsPair(oldText, oldFrom) || splitsPair(newText, newFrom) ? 1 : 0;
  const splitsLast = splitsPair(oldText, oldTo) || splitsPair(newText, newTo) ? 1 : 0;
  return {
    oldText: { from: oldFrom - splitsFirst, to: oldTo + splitsLast },
    newText: { from: newFrom - splitsFirst, to: newTo + splitsLast },
  };
}

function splitsPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}
