import { rowOf } from './grams.ts';

/** A matrix of bits with a column for each of some files, and a row for each value that a gram's hash may take. */
export interface GramBlock {
  readonly rows: number;
  /** Bytes of a row. */
  readonly width: number;
  /** Where in the segment it begins. */
  readonly offset: number;
  /** Its first column among those of all blocks, and how many it has. */
  readonly firstColumn: number;
  readonly columns: number;
}

/** Files with about as many grams stand in one block, so that no more than this part of their bits is set. */
const MOST_SET = 0.4;
const STEPS_A_DOUBLING = 4;
const LEAST_ROWS = 64;
const MOST_ROWS = 2 ** 20;
const BLOCK_BYTES = 1024 * 1024;
const MOST_WIDTH = 1024;

/** More grams than the largest column takes. */
export const MOST_GRAMS = Math.floor(-Math.log(1 - MOST_SET) * MOST_ROWS);

/** The rows that a column needs for so many different grams. */
export function rowsFor(grams: number): number {
  const least = Math.max(LEAST_ROWS, grams / -Math.log(1 - MOST_SET));
  return Math.ceil(2 ** (Math.ceil(Math.log2(least) * STEPS_A_DOUBLING) / STEPS_A_DOUBLING));
}

export interface BlockWriter {
  /** Adds the column of a file; `hashes` are those of its grams. */
  add(file: number, hashes: Uint32Array): void;
  /** Writes what is left. The files of all columns, block after block. */
  finish(): { readonly blocks: readonly GramBlock[]; readonly columns: readonly number[] };
}

interface OpenBlock {
  readonly rows: number;
  readonly width: number;
  readonly bits: Uint8Array;
  readonly files: number[];
}

/** @param append writes bytes after those before them, and returns where they begin */
export function createBlockWriter(append: (bytes: Uint8Array) => number): BlockWriter {
  const open = new Map<number, OpenBlock>();
  const blocks: GramBlock[] = [];
  const columns: number[] = [];
  const close = (block: OpenBlock): void => {
    open.delete(block.rows);
    const { rows, files } = block;
    const width = Math.ceil(files.length / 8);
    const offset = append(narrowed(block, width));
    blocks.push({ rows, width, offset, firstColumn: columns.length, columns: files.length });
    columns.push(...files);
  };
  return {
    add(file, hashes) {
      const rows = rowsFor(hashes.length);
      const block = open.get(rows) ?? emptyBlock(rows);
      open.set(rows, block);
      setColumn(block, block.files.push(file) - 1, hashes);
      if (block.files.length === 8 * block.width) close(block);
    },
    finish() {
      for (const block of [...open.values()]) close(block);
      return { blocks, columns };
    },
  };
}

function emptyBlock(rows: number): OpenBlock {
  const width = Math.max(1, Math.min(MOST_WIDTH, Math.floor(BLOCK_BYTES / rows)));
  return { rows, width, bits: new Uint8Array(rows * width), files: [] };
}

function setColumn({ rows, width, bits }: OpenBlock, column: number, hashes: Uint32Array): void {
  const bit = 1 << (column & 7);
  const byte = column >> 3;
  for (const hash of hashes) {
    const at = rowOf(hash, rows) * width + byte;
    bits[at] = (bits[at] as number) | bit;
  }
}

/** The bits of a block that has fewer columns than it has room for. */
function narrowed({ rows, width, bits }: OpenBlock, to: number): Uint8Array {
  if (to === width) return bits;
  const narrow = new Uint8Array(rows * to);
  for (let row = 0; row < rows; row++) narrow.set(bits.subarray(row * width, row * width + to), row * to);
  return narrow;
}
