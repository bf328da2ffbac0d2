import { isHighSurrogate, isLowSurrogate } from '../lines/line.ts';

/** The middles in which two texts differ, as units `[from, to)` of each. */
export interface Middles {
  readonly old: { readonly from: number; readonly to: number };
  readonly new: { readonly from: number; readonly to: number };
}

/** Trims what two texts have in common at both ends. A CRLF of the old text is an LF of the new; neither is ever split. */
export function differingMiddles(old: string, wanted: string): Middles {
  let [oldFrom, newFrom] = [0, 0];
  let [oldTo, newTo] = [old.length, wanted.length];
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = old.startsWith('\r\n', oldFrom) ? 2 : 1;
    if (old[oldFrom + width - 1] !== wanted[newFrom]) break;
    oldFrom += width;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo) {
    const width = old.endsWith('\r\n', oldTo) ? 2 : 1;
    if (old[oldTo - 1] !== wanted[newTo - 1] || oldTo - width < oldFrom) break;
    oldTo -= width;
    newTo--;
  }
  const splitsFirst = splitsPair(old, oldFrom) || splitsPair(wanted, newFrom) ? 1 : 0;
  const splitsLast = splitsPair(old, oldTo) || splitsPair(wanted, newTo) ? 1 : 0;
  return {
    old: { from: oldFrom - splitsFirst, to: oldTo + splitsLast },
    new: { from: newFrom - splitsFirst, to: newTo + splitsLast },
  };
}

function splitsPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}
