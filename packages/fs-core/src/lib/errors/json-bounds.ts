import { parseJson } from './best-effort.ts';

/** Enough for any message; V8 parses as many in a fifth of a second, in which nothing can interrupt it. */
const MOST_JSON_VALUES = 250_000;

/** Enough for any argument that is given as text: it is parsed on top of its message. */
const MOST_VALUES_IN_TEXT = 50_000;

/** Size of a JSON text. */
export interface JsonSize {
  /** Arrays, objects and their members, however deep. */
  readonly values: number;
  /** Nesting depth of arrays and objects. */
  readonly depth: number;
}

/** Measures a JSON text up to one value more than `most`. Reads the text once, and builds nothing. */
export function measureJson(text: string, most = MOST_JSON_VALUES): JsonSize {
  let open = 0;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case COMMA:
        values += 1;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        values += 1;
        open += 1;
        depth = Math.max(depth, open);
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        open -= 1;
    }
  }
  return { values, depth };
}

/** True if a JSON text holds no more values than may be parsed at once. */
export function isBoundedJson(text: string): boolean {
  return measureJson(text).values <= MOST_JSON_VALUES;
}

/** The value of an argument's JSON text; undefined if it is none, or holds too many values. */
export function parseBoundedJson(text: string): unknown {
  return measureJson(text, MOST_VALUES_IN_TEXT).values <= MOST_VALUES_IN_TEXT ? parseJson(text) : undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Index of the closing quote of a JSON string, or of the text's end. Most of a large message is one string, so the quote
 * is searched for.
 * @param start index after the opening quote
 */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let from = at;
    while (from > start && text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
    // Of an even number of backslashes, each stands for itself.
    if ((at - from) % 2 === 0) return at;
  }
  return text.length;
}
