/** The most that the text of one result may measure, in each way in which clients count. What is left out is unlimited. */
export interface TextLimit {
  /** UTF-8 bytes. */
  readonly bytes?: number;
  /** UTF-16 code units. */
  readonly characters?: number;
  /** UTF-8 bytes of the text in a JSON string, without the quotes. */
  readonly jsonBytes?: number;
  /** Newlines: one less than lines. */
  readonly newlines?: number;
}

type Measure = keyof TextLimit;

// The measure of a text is the sum of the measures of its parts.
const MEASURES: Readonly<Record<Measure, (text: string) => number>> = {
  bytes: (text) => Buffer.byteLength(text),
  characters: (text) => text.length,
  jsonBytes: (text) => Buffer.byteLength(JSON.stringify(text)) - 2,
  newlines: countNewlines,
};

/** True if a text keeps the limit. */
export function fits(text: string, limit: TextLimit): boolean {
  return bounds(limit).every(([measure, most]) => MEASURES[measure](text) <= most);
}

/** The limit for the rest of a text that also holds `part`; nothing fits if `part` is over it. */
export function besides(limit: TextLimit, part: string): TextLimit {
  return mapBounds(limit, (most, measure) => most - MEASURES[measure](part));
}

/** One of so many equal shares of the limit. */
export function shareOf(limit: TextLimit, count: number): TextLimit {
  return mapBounds(limit, (most) => Math.floor(most / count));
}

/** The most code units that a text within the limit may have. */
export function mostCharacters({ newlines: _, ...sizes }: TextLimit): number {
  // By every measure of size, a code unit takes at least one.
  return Math.max(0, Math.min(...Object.values(sizes)));
}

/** The longest beginning of a text, in whole code points, that keeps the limit. */
export function beginningWithin(text: string, limit: TextLimit): string {
  return upTo(
    text,
    largestFitting(Math.min(text.length, mostCharacters(limit)), (end) => fits(upTo(text, end), limit)),
  );
}

/** The first code units of a text, without the last if it is the first half of a pair. */
function upTo(text: string, end: number): string {
  return text.slice(0, end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end);
}

/** A text made of the first parts of something, and of how many. */
export interface CountedText {
  readonly text: string;
  readonly count: number;
}

/** The text of as many parts as keep the limit, `most` at most; the text of no part if not even one fits. */
export function longestText(most: number, textOf: (count: number) => string, limit: TextLimit): CountedText {
  const whole = textOf(most);
  if (fits(whole, limit)) return { text: whole, count: most };
  const count = largestFitting(most - 1, (some) => fits(textOf(some), limit));
  return { text: textOf(count), count };
}

/** The largest count up to `most` that fits; 0 if no other does. If one count fits, so should all smaller ones. */
export function largestFitting(most: number, isFitting: (count: number) => boolean): number {
  if (isFitting(most)) return most;
  let low = 0;
  let high = most - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function bounds(limit: TextLimit): [Measure, number][] {
  return Object.entries(limit) as [Measure, number][];
}

function mapBounds(limit: TextLimit, change: (most: number, measure: Measure) => number): TextLimit {
  return Object.fromEntries(bounds(limit).map(([measure, most]) => [measure, change(most, measure)]));
}

export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
