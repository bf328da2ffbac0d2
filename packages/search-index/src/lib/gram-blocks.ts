import { type GramSet, MOST_ROWS } from './grams.ts';

/** A matrix of bits with a column for each of some files, and a row for each value that a gram's hash may take. */
export interface GramBlock {
  readonly rows: number;
  /** Bytes of a row. */
  readonly width: number;
  /** Offset in the segment at which it begins. */
  readonly offset: number;
  /** Its first column among those of all blocks, and how many it has. */
  readonly firstColumn: number;
  readonly columns: number;
}

/** Files with about as many grams stand in one block, so that no more than this part of their bits is set. */
const MOST_SET = 0.4;
const STEPS_A_DOUBLING = 4;
const LEAST_ROWS = 64;
const BLOCK_BYTES = 768 * 1024;
const MOST_WIDTH = 1024;

/** More grams than the largest column takes. */
export const MOST_GRAMS = Math.floor(-Math.log(1 - MOST_SET) * MOST_ROWS);

/** The rows that a column needs for so many different grams. */
export function rowsFor(grams: number): number {
  const least = Math.max(LEAST_ROWS, grams / -Math.log(1 - MOST_SET));
  return Math.ceil(2 ** (Math.ceil(Math.log2(least) * STEPS_A_DOUBLING) / STEPS_A_DOUBLING));
}

export interface BlockWriter {
  /** Adds the column of a file. */
  add(file: number, grams: GramSet): void;
  /** Writes what is left. The files of all columns, block after block. */
  finish(): { readonly blocks: readonly GramBlock[]; readonly columns: readonly number[] };
}

interface OpenBlock {
  readonly rows: number;
  readonly width: number;
  /** Column after column, each from a byte on, so that adding a file touches little memory; turned into rows at the end. */
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
    const offset = append(rowsOf(block, width));
    blocks.push({ rows, width, offset, firstColumn: columns.length, columns: files.length });
    columns.push(...files);
  };
  return {
    add(file, grams) {
      const rows = rowsFor(grams.count);
      const block = open.get(rows) ?? emptyBlock(rows);
      open.set(rows, block);
      const bytes = columnBytes(rows);
      const column = block.files.push(file) - 1;
      grams.setRows(block.bits.subarray(column * bytes, (column + 1) * bytes), rows);
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
  return { rows, width, bits: new Uint8Array(8 * width * columnBytes(rows)), files: [] };
}

function columnBytes(rows: number): number {
  return Math.ceil(rows / 8);
}

/** The bits of a block's first `8 * width` columns, row after row. */
function rowsOf({ rows, bits }: OpenBlock, width: number): Uint8Array {
  const bytes = columnBytes(rows);
  const turned = new Uint8Array(8 * bytes * width);
  for (let group = 0; group < width; group++) {
    turnColumns(bits.subarray(8 * group * bytes, 8 * (group + 1) * bytes), turned.subarray(group), width);
  }
  return turned.subarray(0, rows * width);
}

/** Turns eight columns into a byte of each row. Nothing follows its loop: V8 would compile it anew for each call. */
function turnColumns(columns: Uint8Array, turned: Uint8Array, width: number): void {
  const bytes = columns.length / 8;
  for (let byte = 0; byte < bytes; byte++) {
    const lower = turnedHalf(fourBytes(columns, byte, bytes));
    const upper = turnedHalf(fourBytes(columns, byte + 4 * bytes, bytes));
    const exchanged = (lower ^ (upper << 4)) & 0xf0f0f0f0;
    for (let row = 0; row < 4; row++) {
      turned[(8 * byte + row) * width] = (lower ^ exchanged) >>> (8 * row);
      turned[(8 * byte + row + 4) * width] = (upper ^ (exchanged >>> 4)) >>> (8 * row);
    }
  }
}

function fourBytes(bytes: Uint8Array, at: number, step: number): number {
  const byte = (index: number): number => bytes[at + index * step] as number;
  return byte(0) | (byte(1) << 8) | (byte(2) << 16) | (byte(3) << 24);
}

/** Half of a square of 8 by 8 bits: squares of 1, then of 2, change places across its diagonal; 4 are left. */
function turnedHalf(half: number): number {
  const ones = (half ^ (half >>> 7)) & 0x00aa00aa;
  const turned = half ^ ones ^ (ones << 7);
  const twos = (turned ^ (turned >>> 14)) & 0x0000cccc;
  return turned ^ twos ^ (twos << 14);
}
