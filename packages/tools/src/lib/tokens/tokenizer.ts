import { mergePairs, type RankOf } from './merge-pairs.ts';

/** Counts o200k_base tokens. Text that looks like one of its control tokens is text like any other. */
export interface Tokenizer {
  count(text: string): number;
  /** Where the piece ends that begins at `start`: a text is cut into pieces, and each is encoded by itself. */
  endOfPiece(text: string, start: number): number;
  /** As many of a piece's tokens as `max` lets through. */
  fitPiece(piece: string, max: number): PieceFit;
}

export interface PieceFit {
  /** `max + 1` if the piece has more. */
  readonly tokens: number;
  /** Where the tokens that fit end, in UTF-16 units; before a character that they would cut. */
  readonly end: number;
}

let loading: Promise<Tokenizer> | undefined;

/** The tokenizer, whose tables take a moment to load the first time. */
export function loadTokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/bpeRanks/o200k_base').then(({ default: tokens }) => createTokenizer(tokens));
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

/** In UTF-16 units: longer pieces rarely occur twice. */
const CACHED_LENGTH = 64;
const MAX_CACHED = 50_000;

/** @param tokens by rank: text, or bytes that are not UTF-8 */
function createTokenizer(tokens: readonly (string | readonly number[])[]): Tokenizer {
  const texts = new Map<string, number>();
  tokens.forEach((token, rank) => {
    if (typeof token === 'string') texts.set(token, rank);
  });
  // Most pieces are tokens; bytes matter only to the others.
  let ranks: Map<string, number> | undefined;
  const rankOf: RankOf = (bytes) => {
    ranks ??= byBytes(tokens);
    return ranks.get(bytes);
  };
  // A text repeats itself: a small map answers faster than the large ones.
  const counts = new Map<string, number>();

  function countPiece(piece: string): number {
    const known = counts.get(piece);
    if (known !== undefined) return known;
    const count = texts.has(piece) ? 1 : mergePairs(bytesOf(piece), rankOf).length;
    if (piece.length > CACHED_LENGTH) return count;
    if (counts.size >= MAX_CACHED) counts.clear();
    counts.set(piece, count);
    return count;
  }

  const pattern = new RegExp(PIECE, 'uy');
  function endOfPiece(text: string, start: number): number {
    pattern.lastIndex = start;
    // One of the pattern's alternatives matches any character.
    return pattern.test(text) ? pattern.lastIndex : text.length;
  }

  return {
    endOfPiece,
    count(text) {
      let count = 0;
      for (let at = 0; at < text.length; ) {
        const end = endOfPiece(text, at);
        count += countPiece(text.slice(at, end));
        at = end;
      }
      return count;
    },
    fitPiece(piece, max) {
      const count = piece.length <= CACHED_LENGTH ? countPiece(piece) : Number.POSITIVE_INFINITY;
      return count <= max ? { tokens: count, end: piece.length } : fitLongPiece(piece, max, rankOf);
    },
  };
}

/** Encodes a piece only as far as needed: the tokens of its beginning are those that the whole begins with. */
function fitLongPiece(piece: string, max: number, rankOf: RankOf): PieceFit {
  for (let units = UNITS_PER_TOKEN * (max + 1); ; ) {
    const bytes = Buffer.from(piece.slice(0, units));
    const ends = mergePairs(bytes.toString('latin1'), rankOf);
    if (ends.length > max) return { tokens: max + 1, end: charactersIn(bytes.subarray(0, ends[max - 1] ?? 0)) };
    if (units >= piece.length) return { tokens: ends.length, end: piece.length };
    units = Math.ceil((units * (max + 1) * SPARE) / ends.length);
  }
}

const UNITS_PER_TOKEN = 4;
const SPARE = 1.25;

/** UTF-16 units of the whole characters in the beginning of a text. */
function charactersIn(bytes: Buffer): number {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }).length;
}

function byBytes(tokens: readonly (string | readonly number[])[]): Map<string, number> {
  return new Map(
    tokens.map((token, rank) => [typeof token === 'string' ? bytesOf(token) : String.fromCharCode(...token), rank]),
  );
}

/** The bytes of a text in UTF-8, one character for each. */
function bytesOf(text: string): string {
  return isAsciiText(text) ? text : Buffer.from(text).toString('latin1');
}

function isAsciiText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
