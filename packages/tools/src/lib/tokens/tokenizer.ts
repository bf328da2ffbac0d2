import { LONGEST_TOKEN, mergePairs, type RankOf } from './merge-pairs.ts';

/** Counts o200k_base tokens. What looks like one of its control tokens is text like any other. */
export interface Tokenizer {
  count(text: string): number;
  /** Where the piece ends that begins at `start`: a text is cut into pieces, and each is encoded by itself. */
  endOfPiece(text: string, start: number): number;
  countPiece(piece: string): number;
  /** Where in a piece its first `tokens` tokens end, in UTF-16 units; in front of a character that they cut. */
  endOfTokens(piece: string, tokens: number): number;
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

/** Pieces longer than this are rarely met twice. */
const CACHED_LENGTH = 64;
const MAX_CACHED = 50_000;

/** @param tokens by rank: text, or bytes where they are no text */
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
    // Whatever a piece begins with, one of the pattern's parts fits it.
    return pattern.test(text) ? pattern.lastIndex : text.length;
  }

  return {
    endOfPiece,
    countPiece,
    count(text) {
      let count = 0;
      for (let at = 0; at < text.length; ) {
        const end = endOfPiece(text, at);
        count += countPiece(text.slice(at, end));
        at = end;
      }
      return count;
    },
    endOfTokens(piece, wanted) {
      // No more bytes than these can matter, however long the piece is.
      const bytes = Buffer.from(piece.slice(0, LONGEST_TOKEN * (wanted + 1)));
      const end = mergePairs(bytes.toString('latin1'), rankOf)[wanted - 1] ?? (wanted === 0 ? 0 : bytes.length);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true }).length;
    },
  };
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
