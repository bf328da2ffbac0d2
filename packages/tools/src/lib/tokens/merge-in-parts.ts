import type { Steps } from '@dragoman/fs-core/internal/kernel';
import { mergePairs, type RankOf } from './merge-pairs.ts';

export interface MergeOptions {
  /** Merging may end when there are more tokens than this. */
  readonly most: number;
  /** Probable ends of the first tokens, as found in a text that begins alike. */
  readonly known: readonly number[];
}

// In bytes. A part is merged in some milliseconds.
const PART = 4096;
/** Bytes: what follows a token seldom matters to it from farther away. */
export const TAIL = 512;

/**
 * Merges a long piece like `mergePairs`, but a part at a time: the tokens of a part are kept up to a little before its
 * end, where the next one begins. Tokens that follow each other are those of the whole if each two neighbours are what
 * merging makes of the two alone; so only the seams are checked. If one does not hold, all begins again with parts
 * twice as large.
 */
export function* mergeInParts(bytes: string, rankOf: RankOf, { most, known }: MergeOptions): Steps<number[]> {
  for (let [ends, size] = [[...known], PART]; ; [ends, size] = [[], size * 2]) {
    const isWhole = yield* appendParts(bytes, ends, { rankOf, size, most });
    if (isWhole) return ends;
  }
}

interface PartOptions {
  readonly rankOf: RankOf;
  readonly size: number;
  readonly most: number;
}

/** Adds where further tokens end. Returns false if one of the seams does not hold. */
function* appendParts(bytes: string, ends: number[], { rankOf, size, most }: PartOptions): Steps<boolean> {
  for (let from = ends.at(-1) ?? 0; from < bytes.length && ends.length <= most; from = ends.at(-1) ?? 0) {
    const to = Math.min(bytes.length, from + size);
    const certain = to === bytes.length ? to : to - TAIL;
    const before = ends.at(-2) ?? 0;
    const found = mergePairs(bytes.slice(from, to), rankOf);
    const holds = from === 0 || mergePairs(bytes.slice(before, from + (found[0] ?? 0)), rankOf)[0] === from - before;
    if (!holds) return false;
    for (const end of found) if (from + end <= certain) ends.push(from + end);
    yield;
  }
  return true;
}
