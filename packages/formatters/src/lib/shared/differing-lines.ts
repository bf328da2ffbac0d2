/** The part in which two texts differ, in whole lines with their endings. */
export interface DifferingLines {
  /** How many lines the texts have in common at their start. */
  readonly head: number;
  /** The last of those lines, as context. */
  readonly lead: string;
  readonly removed: string;
  readonly added: string;
  /** The first of the lines that the texts have in common at their end, as context. */
  readonly trail: string;
}

/** Removes the lines that two texts share at both ends, except for `context` of them. */
export function differingLines(before: string, after: string, context: number): DifferingLines {
  const from = lineStart(before, commonStart(before, after));
  const tail = commonTail(before.slice(from), after.slice(from));
  const end = before.length - tail;
  return {
    head: countNewlines(before, from),
    lead: before.slice(back(before, from, context), from),
    removed: before.slice(from, end),
    added: after.slice(from, after.length - tail),
    trail: before.slice(end, forth(before, end, context)),
  };
}

/** Units that both start with. A binary search, since comparing slices is much faster than comparing unit by unit. */
function commonStart(one: string, other: string): number {
  let low = 0;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (one.slice(low, middle) === other.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Units that both end with and that are whole lines in both. */
function commonTail(one: string, other: string): number {
  let low = 0;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (endOf(one, middle, low) === endOf(other, middle, low)) low = middle;
    else high = middle - 1;
  }
  const start = one.length - low;
  if (startsLine(one, start) && startsLine(other, other.length - low)) return low;
  const newline = one.indexOf('\n', start);
  return newline === -1 ? 0 : one.length - newline - 1;
}

/** The units from `count` before the end to `known` before the end. */
function endOf(text: string, count: number, known: number): string {
  return text.slice(text.length - count, text.length - known);
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** The start of the line `count` lines before the one that starts at `at`. */
function back(text: string, at: number, count: number): number {
  let start = at;
  for (let left = count; left > 0 && start > 0; left -= 1) start = lineStart(text, start - 1);
  return start;
}

/** The end of the line that is number `count` of those that start at `at`. */
function forth(text: string, at: number, count: number): number {
  let end = at;
  for (let left = count; left > 0 && end < text.length; left -= 1) end = text.indexOf('\n', end) + 1 || text.length;
  return end;
}

function countNewlines(text: string, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
