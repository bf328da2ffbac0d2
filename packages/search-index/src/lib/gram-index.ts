import type { Requirement } from '@dragoman/search/internal/index-kit';
import type { GramBlock } from './gram-blocks.ts';
import { gramsOf, rowOf } from './grams.ts';

/** Reads bytes of a segment into `target`. */
export type ReadSegment = (target: Uint8Array, position: number) => number;

/**
 * The columns of a block whose files may meet a requirement, as bits.
 * @throws Error if the segment ends too soon
 */
export function matchingColumns(block: GramBlock, required: Requirement, read: ReadSegment): Uint8Array {
  switch (required.kind) {
    case 'text':
      return columnsWith(block, gramsOf(required.text), read);
    case 'all': {
      const [first, ...others] = required.of;
      const columns = first === undefined ? full(block) : matchingColumns(block, first, read);
      for (const other of others) {
        if (isEmpty(columns)) break;
        intersect(columns, matchingColumns(block, other, read));
      }
      return columns;
    }
    case 'any': {
      const columns = new Uint8Array(block.width);
      for (const one of required.of) {
        const more = matchingColumns(block, one, read);
        for (let at = 0; at < columns.length; at++) columns[at] = (columns[at] as number) | (more[at] as number);
      }
      return columns;
    }
  }
}

function columnsWith(block: GramBlock, grams: readonly number[], read: ReadSegment): Uint8Array {
  const columns = full(block);
  const row = new Uint8Array(block.width);
  for (const gram of grams) {
    const count = read(row, block.offset + rowOf(gram, block.rows) * block.width);
    if (count < row.length) throw new Error('The segment is too short');
    intersect(columns, row);
    if (isEmpty(columns)) break;
  }
  return columns;
}

function full({ width }: GramBlock): Uint8Array {
  return new Uint8Array(width).fill(0xff);
}

function intersect(columns: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < columns.length; at++) columns[at] = (columns[at] as number) & (others[at] as number);
}

function isEmpty(columns: Uint8Array): boolean {
  return columns.every((byte) => byte === 0);
}

/** Calls back with the number of each column that is set. */
export function eachColumn({ columns }: GramBlock, bits: Uint8Array, take: (column: number) => void): void {
  for (const [at, byte] of bits.entries()) {
    for (let bit = 0; byte >> bit !== 0; bit++) {
      if ((byte >> bit) & 1 && at * 8 + bit < columns) take(at * 8 + bit);
    }
  }
}
