/** Rank of a token by its bytes, one character for each; undefined if no token has these bytes. */
export type RankOf = (bytes: string) => number | undefined;

/**
 * Returns the ends of the tokens of a piece, in bytes: byte-pair encoding merges the pair of the lowest rank, the
 * leftmost first, until none is left. A heap keeps the pairs, so that a long run of one letter does not take the square
 * of its length.
 */
export function mergePairs(bytes: string, rankOf: RankOf): number[] {
  const length = bytes.length;
  const next = new Uint32Array(length + 1).map((_, at) => at + 1);
  const previous = new Int32Array(length + 1).map((_, at) => at - 1);
  const ranks = new Int32Array(length).fill(NONE);
  const heap = createHeap();

  /** Ranks the token that the part at `at` and the next one would make together. */
  const rank = (at: number): void => {
    const middle = next[at] ?? length;
    const end = next[middle] ?? length;
    const found = middle >= length || end - at > LONGEST_TOKEN ? undefined : rankOf(bytes.slice(at, end));
    ranks[at] = found ?? NONE;
    if (found !== undefined) heap.push(found * 2 ** 32 + at);
  };

  for (let at = 0; at + 1 < length; at++) rank(at);
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const at = key % 2 ** 32;
    if (ranks[at] !== Math.floor(key / 2 ** 32)) continue;
    const gone = next[at] ?? length;
    const end = next[gone] ?? length;
    ranks[gone] = NONE;
    next[at] = end;
    previous[end] = at;
    rank(at);
    const before = previous[at] ?? NONE;
    if (before >= 0) rank(before);
  }

  const ends: number[] = [];
  for (let at = 0; at < length; ) {
    at = next[at] ?? length;
    ends.push(at);
  }
  return ends;
}

const NONE = -1;

/** Bytes: the longest token of o200k_base is 128 spaces. */
const LONGEST_TOKEN = 128;

interface Heap {
  push(key: number): void;
  /** The least key. */
  pop(): number | undefined;
}

function createHeap(): Heap {
  const keys: number[] = [];
  const keyAt = (at: number): number => keys[at] ?? Number.POSITIVE_INFINITY;
  return {
    push(key) {
      let at = keys.length;
      keys.push(key);
      for (let parent = (at - 1) >> 1; at > 0 && keyAt(parent) > key; parent = (at - 1) >> 1) {
        keys[at] = keyAt(parent);
        at = parent;
      }
      keys[at] = key;
    },
    pop() {
      const least = keys[0];
      const last = keys.pop();
      if (last === undefined || keys.length === 0) return least;
      let at = 0;
      for (;;) {
        const child = keyAt(2 * at + 2) < keyAt(2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
        if (keyAt(child) >= last) break;
        keys[at] = keyAt(child);
        at = child;
      }
      keys[at] = last;
      return least;
    },
  };
}
