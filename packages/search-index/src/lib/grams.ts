// A gram is a run of 3 or of 5 bytes, with A-Z as a-z. Files and texts that are looked for are cut into the same grams.
export const SHORT_GRAM = 3;
export const LONG_GRAM = 5;

/** The most rows that hashes are spread over. */
export const MOST_ROWS = 2 ** 20;

// Hashes fall into cells, and cells into rows. At least `2 ** FINER_BITS` cells share a row, so that all are about as full.
const FINER_BITS = 2;
const MOST_CELL_BITS = Math.log2(MOST_ROWS) + FINER_BITS;
const LEAST_CELL_BITS = 16;
// A file has at most two grams for each of its bytes, which ask for no more than twice as many rows.
const CELLS_A_BYTE = 4 * 2 ** FINER_BITS;
// After each part of this size, a file with too many grams is given up.
const PART_BYTES = 64 * 1024;

const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** The grams of a file, in memory that is used for one file after the other. */
export interface GramSet {
  /** Number of cells that the grams fall into: about as many as there are different grams. */
  readonly count: number;
  /** Forgets the grams of the file before, and takes in those of `bytes`; false if they are too many. */
  fill(bytes: Uint8Array): boolean;
  /** Sets the bit of each row into which a gram falls. @param rows no fewer than there are bits for `count` */
  setRows(column: Uint8Array, rows: number): void;
}

interface Cells {
  /** A bit for each cell. */
  readonly seen: Uint32Array;
  /** The cells that are set, in its first `count` elements. */
  readonly list: Uint32Array;
  count: number;
  /** Number of top bits of a hash that select its cell. */
  bits: number;
}

/** @param most how many cells the grams of a file may fall into */
export function createGramSet(most: number): GramSet {
  const seen = new Uint32Array(2 ** MOST_CELL_BITS / 32);
  const cells: Cells = { seen, list: new Uint32Array(most + 2 * PART_BYTES), count: 0, bits: LEAST_CELL_BITS };
  return {
    get count() {
      return cells.count;
    },
    fill(bytes) {
      seen.fill(0, 0, 1 << (cells.bits - 5));
      const enough = 32 - Math.clz32(CELLS_A_BYTE * bytes.length);
      cells.bits = Math.min(MOST_CELL_BITS, Math.max(LEAST_CELL_BITS, enough));
      cells.count = 0;
      for (let from = 0; from < bytes.length && cells.count <= most; from += PART_BYTES) {
        cells.count = takeShort(cells, bytes.subarray(Math.max(0, from - SHORT_GRAM + 1), from + PART_BYTES));
        cells.count = takeLong(cells, bytes.subarray(Math.max(0, from - LONG_GRAM + 1), from + PART_BYTES));
      }
      return cells.count <= most;
    },
    setRows(column, rows) {
      const { list, count, bits } = cells;
      const shift = bits - cellBits(rows);
      const share = rows / (1 << cellBits(rows));
      for (let at = 0; at < count; at++) {
        const row = (((list[at] as number) >>> shift) * share) | 0;
        column[row >>> 3] = (column[row >>> 3] as number) | (1 << (row & 7));
      }
    },
  };
}

// Whether a cell is new is as good as random, so both loops do without a branch. Nothing but a return follows them: V8
// would compile them anew for each call.

function takeShort(cells: Cells, bytes: Uint8Array): number {
  const { seen, list, bits } = cells;
  let { count } = cells;
  let run = 0;
  for (let at = 0; at < bytes.length; at++) {
    run = ((run << 8) | (FOLDED[bytes[at] as number] as number)) & 0xffffff;
    if (at < SHORT_GRAM - 1) continue;
    const cell = hashShort(run) >>> (32 - bits);
    const word = seen[cell >>> 5] as number;
    list[count] = cell;
    count += ~(word >>> (cell & 31)) & 1;
    seen[cell >>> 5] = word | (1 << (cell & 31));
  }
  return count;
}

function takeLong(cells: Cells, bytes: Uint8Array): number {
  const { seen, list, bits } = cells;
  let { count } = cells;
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const first = last >>> 24;
    last = (last << 8) | (FOLDED[bytes[at] as number] as number);
    if (at < LONG_GRAM - 1) continue;
    const cell = hashLong(first, last) >>> (32 - bits);
    const word = seen[cell >>> 5] as number;
    list[count] = cell;
    count += ~(word >>> (cell & 31)) & 1;
    seen[cell >>> 5] = word | (1 << (cell & 31));
  }
  return count;
}

/** The hashes of a text's grams: bytes, one per code unit, A-Z as a-z already. */
export function gramsOf(text: string): number[] {
  const byte = (at: number): number => text.charCodeAt(at);
  const short = Array.from({ length: Math.max(0, text.length - SHORT_GRAM + 1) }, (_, at) =>
    hashShort((byte(at) << 16) | (byte(at + 1) << 8) | byte(at + 2)),
  );
  const long = Array.from({ length: Math.max(0, text.length - LONG_GRAM + 1) }, (_, at) => {
    const last = (byte(at + 1) << 24) | (byte(at + 2) << 16) | (byte(at + 3) << 8) | byte(at + 4);
    return hashLong(byte(at), last);
  });
  // The longer ones are rarer, and settle most questions.
  return [...new Set([...long, ...short])];
}

/** Number of the row, out of `rows`, that a hash falls into. */
export function rowOf(hash: number, rows: number): number {
  const bits = cellBits(rows);
  return Math.floor((hash >>> (32 - bits)) * (rows / (1 << bits)));
}

function cellBits(rows: number): number {
  return 32 - Math.clz32(rows - 1) + FINER_BITS;
}

// Part of the format of an index, of which the top bits count: each bit of a gram must change them.

function hashShort(run: number): number {
  const hash = Math.imul(run, 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}

function hashLong(first: number, last: number): number {
  const hash = Math.imul(last ^ Math.imul(first + 1, 0x27d4eb2f), 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}
