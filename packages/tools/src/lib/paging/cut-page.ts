import { createPace, type PageBound, paced } from '@dragoman/fs-core/internal/kernel';
import type { PageLimits, PageUsage } from '@dragoman/outcomes/internal/parts';
import type { Tokenizer } from '../tokens/tokenizer.ts';
import { fitTokens, TOKEN_LOOKAHEAD } from './fit-tokens.ts';

export interface Page {
  readonly text: string;
  readonly usage: PageUsage;
  /** The limit that ended the page before the end of the text; null if nothing did. */
  readonly truncatedBy: PageBound | null;
}

export interface CutOptions {
  readonly limits: PageLimits;
  /** Null if tokens are not limited. */
  readonly tokenizer: Tokenizer | null;
  /** Nothing that was asked for follows the text; else more of it can be read. */
  readonly isComplete: boolean;
  /** Only whole lines are returned, and every one ends in a newline. */
  readonly wholeLinesOnly?: boolean;
  /** Ends the counting of tokens with `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The longest beginning of a text that consists of whole lines and keeps all limits; if not one line fits, as many
 * of its characters as do, which may be none. Null if more of the text is needed to decide.
 */
export async function cutPage(text: string, options: CutOptions): Promise<Page | null> {
  const { limits, tokenizer, isComplete, wholeLinesOnly = false, signal } = options;
  const { end, by } = firstBound(text, limits);
  if (by === null && !isComplete && tokenizer === null) return null;
  const lines = by === null && isComplete ? end : lineStart(text, end);
  const within = text.slice(0, lines > 0 || wholeLinesOnly ? lines : end);
  if (tokenizer === null || limits.maxTokens === null) return pageOf(within, by, null);

  const candidate = by === null ? text : within;
  const fit = await paced(fitTokens(candidate, limits.maxTokens, { tokenizer, wholeLinesOnly }), createPace(signal));
  const isCut = fit.units < candidate.length;
  if (by === null && !isComplete && candidate.length - fit.runsOutAt <= TOKEN_LOOKAHEAD) return null;
  return pageOf(candidate.slice(0, fit.units), isCut ? 'tokens' : by, fit.tokens);
}

function pageOf(text: string, truncatedBy: PageBound | null, tokens: number | null): Page {
  return { text, usage: { tokens, bytes: Buffer.byteLength(text), lines: countLines(text) }, truncatedBy };
}

/** Lines of a text, a final part without newline included. */
function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}

/** Length of the text that keeps the limits on lines and bytes, in whole characters, and the limit that ends it. */
function firstBound(text: string, limits: PageLimits): { end: number; by: PageBound | null } {
  const { maxBytes, maxLines, maxJsonBytes, bytesBoundBy, linesBoundBy } = limits;
  const bounds: { end: number; by: PageBound | null }[] = [
    { end: text.length, by: null },
    { end: maxLines === null ? text.length : endOfLines(text, maxLines), by: linesBoundBy },
    { end: endOfBytes(text, maxBytes), by: bytesBoundBy },
    { end: endOfJson(text, maxJsonBytes), by: 'response' },
  ];
  return bounds.reduce((least, bound) => (bound.end < least.end ? bound : least));
}

/** End of the first `count` lines; the end of the text if it has no more. */
export function endOfLines(text: string, count: number): number {
  let end = 0;
  for (let left = count; left > 0; left--) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return text.length;
    end = newline + 1;
  }
  return end;
}

/** Start of the line that contains `end`; `end` itself if it follows a newline. */
function lineStart(text: string, end: number): number {
  return end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
}

function endOfBytes(text: string, maxBytes: number): number {
  // No unit takes more than three bytes.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text.length;
  return new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read;
}

// Of one unit: a control character, such as `\u001f`.
const MOST_JSON_BYTES = 6;
const QUOTES_BYTES = 2;

function endOfJson(text: string, maxBytes: number): number {
  let left = maxBytes - QUOTES_BYTES;
  if (text.length * MOST_JSON_BYTES <= left) return text.length;
  for (let at = 0; at < text.length; at++) {
    const width = jsonBytes(text.charCodeAt(at));
    if (left < width) return at > 0 && isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at;
    left -= width;
  }
  return text.length;
}

/** Bytes that a unit takes in a JSON string; each half of a surrogate pair counts two. */
function jsonBytes(unit: number): number {
  if (unit < 0x20) return unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0x08 || unit === 0x0c ? 2 : 6;
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
