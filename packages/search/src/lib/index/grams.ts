// A gram is a run of 3 or of 5 bytes, with A-Z as a-z. Files and texts that are looked for are cut into the same grams.
export const SHORT_GRAM = 3;
export const LONG_GRAM = 5;

const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** The hashes of the grams of files, each once, in memory that is used for one file after the other. */
export interface GramSet {
  /** Hashes of 32 bits, the first `count` of them. */
  readonly hashes: Uint32Array;
  readonly count: number;
  /** Forgets the grams of the file before, and takes in those of `bytes`; false if they are too many. */
  fill(bytes: Uint8Array): boolean;
}

const NO_ROOM = 0.7;

/** @param most how many grams a file may have */
export function createGramSet(most: number): GramSet {
  const slots = 2 ** Math.ceil(Math.log2(most / NO_ROOM));
  // The table of a small file stays in the processor's cache.
  let mask = slots - 1;
  const table = new Uint32Array(slots);
  const hashes = new Uint32Array(most);
  const places = new Uint32Array(most);
  let count = 0;

  /** A free slot holds 0, so the hash 0 counts as 1. */
  const add = (mixed: number): void => {
    const hash = mixed || 1;
    let at = hash & mask;
    for (let held = table[at]; held !== 0; held = table[at]) {
      if (held === hash) return;
      at = (at + 1) & mask;
    }
    if (count < most) {
      table[at] = hash;
      hashes[count] = hash;
      places[count] = at;
    }
    count += 1;
  };

  return {
    hashes,
    get count() {
      return count;
    },
    fill(bytes) {
      for (let index = Math.min(count, most) - 1; index >= 0; index--) table[places[index] as number] = 0;
      count = 0;
      const end = bytes.length;
      mask = Math.min(slots, 2 ** Math.ceil(Math.log2(4 * Math.max(end, 16)))) - 1;
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let at = 0; at < end && count <= most; at++) {
        const fifth = FOLDED[bytes[at] as number] as number;
        if (at >= 2) add(mixShort(third, fourth, fifth));
        if (at >= 4) add(mixLong(first, (second << 24) | (third << 16) | (fourth << 8) | fifth));
        [first, second, third, fourth] = [second, third, fourth, fifth];
      }
      return count <= most;
    },
  };
}

/** The hashes of a text's grams: bytes, one per code unit, A-Z as a-z already. */
export function gramsOf(text: string): number[] {
  const byte = (at: number): number => text.charCodeAt(at);
  const short = Array.from({ length: Math.max(0, text.length - SHORT_GRAM + 1) }, (_, at) =>
    mixShort(byte(at), byte(at + 1), byte(at + 2)),
  );
  const long = Array.from({ length: Math.max(0, text.length - LONG_GRAM + 1) }, (_, at) => {
    const last = (byte(at + 1) << 24) | (byte(at + 2) << 16) | (byte(at + 3) << 8) | byte(at + 4);
    return mixLong(byte(at), last);
  });
  // The longer ones are rarer, and settle most questions.
  return [...new Set([...long, ...short])].map((hash) => hash || 1);
}

/** In which of `rows` rows a hash falls: by its top bits, so that every number of rows will do. */
export function rowOf(hash: number, rows: number): number {
  return Math.floor((hash * rows) / 2 ** 32);
}

function mixShort(first: number, second: number, third: number): number {
  return mix(0x9e3779b1, (first << 16) | (second << 8) | third);
}

function mixLong(first: number, last: number): number {
  return mix(Math.imul(first + 1, 0x85ebca6b), last);
}

/** The finalizer of MurmurHash3, which spreads every bit over all. Part of the format of an index. */
function mix(seed: number, value: number): number {
  let hash = seed ^ value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
