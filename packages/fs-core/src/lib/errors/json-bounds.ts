import { parseJson } from './best-effort.ts';

/** What bounds a JSON text that somebody else wrote. */
export interface JsonBounds {
  /** How deep arrays and objects may lie in each other. */
  readonly maxDepth: number;
  /** Of all arrays and objects together. */
  readonly maxValues: number;
}

/** Enough for any call of a tool; V8 parses as much in a fifth of a second, in which nothing can interrupt it. */
export const JSON_BOUNDS: JsonBounds = { maxDepth: 250_000, maxValues: 250_000 };

/** The bound that a JSON text passes; null if it keeps both. Reads the text once, and builds nothing. */
export function jsonExcess(text: string, { maxDepth, maxValues } = JSON_BOUNDS): keyof JsonBounds | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at + 1);
        break;
      case COMMA:
        values += 1;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        values += 1;
        if (depth > maxDepth) return 'maxDepth';
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
    }
    if (values > maxValues) return 'maxValues';
  }
  return null;
}

/** The value of a JSON text; undefined if it is none, or passes a bound. */
export function parseBoundedJson(text: string, bounds: JsonBounds = JSON_BOUNDS): unknown {
  return jsonExcess(text, bounds) === null ? parseJson(text) : undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Where the string's closing quote is, or the text's end. Most of a large message is one string, so the quote is searched for. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let from = at;
    while (from > start && text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
    // Of an even number of backslashes, each stands for itself.
    if ((at - from) % 2 === 0) return at;
  }
  return text.length;
}
