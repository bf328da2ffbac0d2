import type { Steps } from '@dragoman/fs-core/internal/kernel';
import type { Tokenizer } from '../tokens/tokenizer.ts';

export interface TokenFit {
  /** Length of the text that fits, in UTF-16 units. */
  readonly units: number;
  /** Tokens of exactly that much. */
  readonly tokens: number;
  /** Index at which the tokens of the text exceed the limit; its end if they do not. */
  readonly runsOutAt: number;
}

export interface FitOptions {
  readonly tokenizer: Tokenizer;
  /** Nothing fits if no line does. */
  readonly wholeLinesOnly: boolean;
}

/** Look-ahead for the tokenizer: later text cannot change an earlier token boundary. */
export const TOKEN_LOOKAHEAD = 1024;

// A longer beginning can take fewer tokens, if two of them become one, but not many fewer.
const LOOK_AHEAD = 8;
// UTF-16 units that are measured without a break.
const WITHOUT_BREAK = 4096;

/**
 * Fits as many whole lines from the beginning of a text as `max` tokens hold; if not one fits, as many characters. The
 * tokens of a beginning are not the first tokens of the whole, so ends are tried around where they would run out.
 */
export function* fitTokens(text: string, max: number, { tokenizer, wholeLinesOnly }: FitOptions): Steps<TokenFit> {
  const measure = yield* measurePieces(text, max, tokenizer);
  const { runsOutAt } = measure;
  if (measure.total <= max) return { units: text.length, tokens: measure.total, runsOutAt };
  const trial: Trial = { max, count: (end) => tokensBefore(text, end, { measure, tokenizer }) };
  const lines = yield* farthest(trial, lineEnds(text, runsOutAt));
  const fit = lines ?? (wholeLinesOnly ? null : yield* farthest(trial, characterEnds(text, runsOutAt)));
  return { units: 0, tokens: 0, ...fit, runsOutAt };
}

/** The pieces of a text up to the one in which tokens run out. */
interface Measure {
  /** Start of each piece, and the number of tokens that precede it. */
  readonly starts: readonly number[];
  readonly before: readonly number[];
  /** Token count of all pieces measured: over `max` if tokens run out. */
  readonly total: number;
  readonly runsOutAt: number;
}

function* measurePieces(text: string, max: number, tokenizer: Tokenizer): Steps<Measure> {
  const starts: number[] = [];
  const before: number[] = [];
  let total = 0;
  let pause = WITHOUT_BREAK;
  for (let at = 0; at < text.length; ) {
    const end = tokenizer.endOfPiece(text, at);
    starts.push(at);
    before.push(total);
    const fit = yield* tokenizer.fitPiece(text.slice(at, end), max - total);
    total += fit.tokens;
    if (total > max) return { starts, before, total, runsOutAt: at + fit.end };
    at = end;
    if (at < pause) continue;
    yield;
    pause = at + WITHOUT_BREAK;
  }
  return { starts, before, total, runsOutAt: text.length };
}

/** Tokens of `text.slice(0, end)`. Only its last two pieces may differ from those of the whole text. */
function* tokensBefore(
  text: string,
  end: number,
  { measure, tokenizer }: { measure: Measure; tokenizer: Tokenizer },
): Steps<number> {
  const { starts, before } = measure;
  let piece = starts.length - 1;
  while (piece > 0 && (starts[piece] ?? 0) >= end) piece--;
  const first = Math.max(0, piece - 1);
  const start = starts[first] ?? 0;
  return (before[first] ?? 0) + (yield* tokenizer.count(text.slice(start, end)));
}

/** Places where a page may end, around the one where tokens run out. */
interface Ends {
  /** The last of them at or before that place; 0 if there is none. */
  readonly nearest: number;
  /** The one before another; 0 if there is none. */
  previous(end: number): number;
  /** The one after another; null if there is none, or none that matters (`TOKEN_LOOKAHEAD`). */
  next(end: number): number | null;
}

function lineEnds(text: string, around: number): Ends {
  const previous = (end: number): number => (end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1);
  return {
    nearest: previous(around + 1),
    previous,
    next(end) {
      const newline = text.indexOf('\n', end);
      return newline === -1 || newline > around + TOKEN_LOOKAHEAD ? null : newline + 1;
    },
  };
}

function characterEnds(text: string, around: number): Ends {
  return {
    nearest: around,
    previous: (end) => end - (end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1),
    next(end) {
      const code = text.codePointAt(end);
      return code === undefined ? null : end + (code > 0xffff ? 2 : 1);
    },
  };
}

interface Trial {
  readonly max: number;
  /** Tokens before a place. */
  readonly count: (end: number) => Steps<number>;
}

/** The last place before which there are no more than `max` tokens; null if even the first is too far. */
function* farthest({ max, count }: Trial, ends: Ends): Steps<Omit<TokenFit, 'runsOutAt'> | null> {
  let best = { units: ends.nearest, tokens: 0 };
  for (; best.units > 0; best = { units: ends.previous(best.units), tokens: 0 }) {
    best.tokens = yield* count(best.units);
    if (best.tokens <= max) break;
  }
  let misses = 0;
  for (let end = ends.next(best.units); end !== null && misses < LOOK_AHEAD; end = ends.next(end)) {
    const tokens = yield* count(end);
    if (tokens <= max) best = { units: end, tokens };
    misses = tokens <= max ? 0 : misses + 1;
  }
  return best.units > 0 ? best : null;
}
