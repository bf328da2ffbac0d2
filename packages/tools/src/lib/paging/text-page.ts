import type { OpenFile } from '@dragoman/fs-core';
import type { PageLimits } from '@dragoman/outcomes/internal/parts';
import { readWindow, type TextFormat, type TextWindow } from '@dragoman/text/internal/text';
import { loadTokenizer, type Tokenizer } from '../tokens/tokenizer.ts';
import { cutPage, endOfLines, type Page } from './cut-page.ts';
import type { PagePosition } from './page-bookmark.ts';
import { noRoom } from './page-limits.ts';

export interface TextPageOptions {
  readonly position: PagePosition;
  /** The last line asked for; null for all that follow. */
  readonly endLine: number | null;
  readonly limits: PageLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface TextPage extends Page {
  readonly encoding: string;
  /** Start of the rest of those lines; null if nothing is left. */
  readonly next: PagePosition | null;
  /** The page reaches the end of the file. */
  readonly isAtEnd: boolean;
}

/** Reads as much text from a position on as the limits allow, and little more of the file than that. */
export async function readTextPage(file: OpenFile, format: TextFormat, options: TextPageOptions): Promise<TextPage> {
  const { position, endLine, limits, signal } = options;
  const tokenizer = limits.maxTokens === null ? null : await loadTokenizer();
  const wantedLines = endLine === null ? Number.POSITIVE_INFINITY : endLine - position.line + 1;
  for (let maxBytes = firstGuess(limits, wantedLines); ; maxBytes *= GROWTH) {
    const window = await readWindow(file, format, { offset: position.offset, maxBytes });
    const page = await cutWindow(window, { limits, wantedLines, tokenizer, signal });
    if (page === null) continue;
    if (page.text === '' && page.truncatedBy !== null) throw noRoom(limits, page.truncatedBy);
    const next = page.truncatedBy === null ? null : positionAfter(position, page.text, window);
    const isAtEnd = window.atEnd && page.text.length === window.text.length;
    return { ...page, encoding: window.encoding, next, isAtEnd };
  }
}

interface CutWindowOptions {
  readonly limits: PageLimits;
  readonly wantedLines: number;
  readonly tokenizer: Tokenizer | null;
  readonly signal: AbortSignal | undefined;
}

function cutWindow(
  window: TextWindow,
  { limits, wantedLines, tokenizer, signal }: CutWindowOptions,
): Promise<Page | null> {
  // UTF-16 may hold half a surrogate pair, for which some readers of JSON refuse a whole message.
  const text = window.text.toWellFormed();
  const end = wantedLines === Number.POSITIVE_INFINITY ? text.length : endOfLines(text, wantedLines);
  const isComplete = window.atEnd || end < text.length;
  return cutPage(text.slice(0, end), { limits, tokenizer, isComplete, signal });
}

const GROWTH = 4;
const LEAST_BYTES = 4 * 1024;
const BYTES_PER_LINE = 160;
const BYTES_PER_TOKEN = 6;

/** Bytes that are probably enough for a page, and not many more than it can hold. */
function firstGuess({ maxTokens, maxBytes, maxLines }: PageLimits, wantedLines: number): number {
  const lines = Math.min(maxLines ?? Number.POSITIVE_INFINITY, wantedLines);
  const tokens = maxTokens ?? Number.POSITIVE_INFINITY;
  // A byte beyond the limit shows that the limit is what ends the page.
  return Math.min(Math.max(LEAST_BYTES, lines * BYTES_PER_LINE, tokens * BYTES_PER_TOKEN), maxBytes + SPARE_BYTES);
}

/** Bytes of slack, so that a character cut at the window's end does not hide that the limit is passed. */
const SPARE_BYTES = 8;

function positionAfter(position: PagePosition, text: string, window: TextWindow): PagePosition {
  let line = position.line;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line++;
  return { offset: window.offsetAfter(text.length), line, isMidLine: !text.endsWith('\n') };
}
