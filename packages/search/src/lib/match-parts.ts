import type { ProposedLine } from './ripgrep-output.ts';
import type { ReadAt } from './utf8-view.ts';

export interface PartFinder {
  /** Where a line's part of a match begins, in the order of the file; null where it does not stand any more. */
  find(line: ProposedLine): Promise<number | null>;
}

const NEWLINE = 0x0a;
const BLOCK_BYTES = 4 * 1024;

/**
 * Finds the parts of matches that span lines: of each ripgrep tells only where its match begins, and it passes over the
 * empty ones. A part stands there, or at the start of a line behind the part before it.
 */
export function createPartFinder(readAt: ReadAt): PartFinder {
  let match = -1;
  let end = 0;
  let hasChanged = false;

  return {
    async find({ offset, bytes, length }) {
      const from = offset === match ? end : offset;
      const at = await findFrom(readAt, bytes, from, hasChanged ? 1 : Number.POSITIVE_INFINITY);
      // What is not found costs a look at all of the file.
      hasChanged ||= at === null;
      match = offset;
      end = (at ?? from) + length;
      return at;
    },
  };
}

async function findFrom(readAt: ReadAt, part: Uint8Array, from: number, maxLines: number): Promise<number | null> {
  let at: number | null = from;
  for (let line = 0; at !== null && line < maxLines; line++) {
    const actual = await readAt(at, part.length);
    if (Buffer.compare(part, actual) === 0) return at;
    at = await nextLine(readAt, at);
  }
  return null;
}

async function nextLine(readAt: ReadAt, from: number): Promise<number | null> {
  for (let at = from; ; at += BLOCK_BYTES) {
    const block = await readAt(at, BLOCK_BYTES);
    const newline = block.indexOf(NEWLINE);
    if (newline >= 0) return at + newline + 1;
    if (block.length < BLOCK_BYTES) return null;
  }
}
