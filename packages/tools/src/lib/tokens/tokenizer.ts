import { createPace, paced, type Steps } from '@dragoman/fs-core/internal/kernel';
import { mergeInParts, TAIL } from './merge-in-parts.ts';
import { mergePairs, type RankOf } from './merge-pairs.ts';

/** Counts o200k_base tokens. Text that looks like one of its control tokens is text like any other. */
export interface Tokenizer {
  count(text: string): Steps<number>;
  /** Returns the end of the piece that begins at `start`: a text is cut into pieces, and each is encoded by itself. */
  endOfPiece(text: string, start: number): number;
  /** Fits as many of a piece's tokens as `max` lets through. */
  fitPiece(piece: string, max: number): Steps<PieceFit>;
}

export interface PieceFit {
  /** `max + 1` if the piece has more. */
  readonly tokens: number;
  /** End of the tokens that fit, in UTF-16 units; before a character that they would cut. */
  readonly end: number;
}

let loading: Promise<Tokenizer> | undefined;

/** The tokenizer, whose tables take a moment to load the first time. */
export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/bpeRanks/o200k_base')
    .then(({ default: tokens }) => paced(ranksByBytes(tokens), createPace()))
    .then(createTokenizer);
  return loading;
}

// The pattern of o200k_base as tiktoken has it; `\s` there is White_Space, which JavaScript's `\s` is not quite.
const S = '\\p{White_Space}';
const UPPER = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]';
const LOWER = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const CONTRACTION = "(?:'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD]))?";
const PIECE = [
  `[^\\r\\n\\p{L}\\p{N}]?${UPPER}*${LOWER}+${CONTRACTION}`,
  `[^\\r\\n\\p{L}\\p{N}]?${UPPER}+${LOWER}*${CONTRACTION}`,
  '\\p{N}{1,3}',
  ` ?[^${S}\\p{L}\\p{N}]+[\\r\\n/]*`,
  `${S}*[\\r\\n]+`,
  `${S}+(?!\\P{White_Space})`,
  `${S}+`,
].join('|');

/** UTF-16 units: longer pieces rarely occur twice. */
const CACHED_LENGTH = 64;
const MAX_CACHED = 50_000;
/** UTF-16 units that are counted without a break. */
const WITHOUT_BREAK = 4096;

function createTokenizer(ranks: ReadonlyMap<string, number>): Tokenizer {
  const rankOf: RankOf = (bytes) => ranks.get(bytes);
  // A text repeats itself: a small map answers faster than the large one.
  const counts = new Map<string, number>();

  function countShort(piece: string): number {
    const known = counts.get(piece);
    if (known !== undefined) return known;
    const bytes = bytesOf(piece);
    const count = ranks.has(bytes) ? 1 : mergePairs(bytes, rankOf).length;
    if (counts.size >= MAX_CACHED) counts.clear();
    counts.set(piece, count);
    return count;
  }

  // Where a page ends is found by counting one beginning of a long piece after another.
  let last: MergedPiece = { bytes: '', ends: [] };
  function* endsIn(bytes: string, most: number): Steps<readonly number[]> {
    const ends = yield* mergeInParts(bytes, rankOf, { most, known: sharedEnds(last, bytes) });
    last = { bytes, ends };
    return ends;
  }

  const pattern = new RegExp(PIECE, 'uy');
  function endOfPiece(text: string, start: number): number {
    pattern.lastIndex = start;
    // One of the pattern's alternatives matches any character.
    return pattern.test(text) ? pattern.lastIndex : text.length;
  }

  return {
    endOfPiece,
    *count(text) {
      let count = 0;
      let pause = WITHOUT_BREAK;
      for (let at = 0; at < text.length; ) {
        const end = endOfPiece(text, at);
        const piece = text.slice(at, end);
        count += piece.length <= CACHED_LENGTH ? countShort(piece) : (yield* endsIn(bytesOf(piece), Infinity)).length;
        at = end;
        if (at < pause) continue;
        yield;
        pause = at + WITHOUT_BREAK;
      }
      return count;
    },
    *fitPiece(piece, max) {
      const count = piece.length <= CACHED_LENGTH ? countShort(piece) : Number.POSITIVE_INFINITY;
      if (count <= max) return { tokens: count, end: piece.length };
      const bytes = Buffer.from(piece);
      const ends = yield* endsIn(bytes.toString('latin1'), max);
      if (ends.length <= max) return { tokens: ends.length, end: piece.length };
      return { tokens: max + 1, end: charactersIn(bytes.subarray(0, ends[max - 1] ?? 0)) };
    },
  };
}

interface MergedPiece {
  readonly bytes: string;
  /** Ends of its tokens, or of the first of them. */
  readonly ends: readonly number[];
}

/** Ends of tokens of one piece that another probably has, too, as it begins alike. */
function sharedEnds({ bytes, ends }: MergedPiece, other: string): readonly number[] {
  const [shorter, longer] = bytes.length < other.length ? [bytes, other] : [other, bytes];
  if (!longer.startsWith(shorter)) return [];
  return ends.slice(0, ends.findLastIndex((end) => end <= shorter.length - TAIL) + 1);
}

/** UTF-16 units of the whole characters in the beginning of a text. */
function charactersIn(bytes: Buffer): number {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }).length;
}

const TOKENS_WITHOUT_BREAK = 4096;

/** @param tokens by rank: text, or bytes that are not UTF-8 */
function* ranksByBytes(tokens: readonly (string | readonly number[])[]): Steps<ReadonlyMap<string, number>> {
  const ranks = new Map<string, number>();
  for (const [rank, token] of tokens.entries()) {
    ranks.set(typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token), rank);
    if (rank % TOKENS_WITHOUT_BREAK === 0) yield;
  }
  return ranks;
}

/** The bytes of a text in UTF-8, one character for each. */
function bytesOf(text: string): string {
  return isAsciiText(text) ? text : Buffer.from(text).toString('latin1');
}

function isAsciiText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
