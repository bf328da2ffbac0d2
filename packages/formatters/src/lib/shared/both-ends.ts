import { fits, largestFitting, type TextLimit } from './text-limit.ts';

/** A text that is over the limit, without its middle: as many whole lines of both ends as fit, and how much is left out. */
export function bothEnds(text: string, limit: TextLimit): string {
  if (fits(text, limit)) return text;
  const most = Math.floor(text.length / 2);
  return cut(
    text,
    largestFitting(most, (count) => fits(cut(text, count), limit)),
  );
}

/** @param count UTF-16 units of each end, at most */
function cut(text: string, count: number): string {
  const first = text.slice(0, count);
  const last = count === 0 ? '' : text.slice(-count);
  const head = first.slice(0, first.lastIndexOf('\n') + 1) || first;
  const tail = last.includes('\n') ? last.slice(last.indexOf('\n') + 1) : last;
  const middle = text.slice(head.length, text.length - tail.length);
  const lines = middle.split('\n').length - 1;
  return `${head}${head.endsWith('\n') ? '' : '\n'}... [${lines} lines, ${[...middle].length} characters left out] ...\n${tail}`;
}
