import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import type { ReadAt } from './utf8-view.ts';

export interface PartFinder {
  /** Offset of a line's part of a match; null if the file changed. To be called in the order of the file. */
  find(line: ProposedLine): Promise<number | null>;
}

const NEWLINE = 0x0a;
const BLOCK_BYTES = 4 * 1024;

/**
 * Finds the parts, one for each line, of matches that span lines. For every part ripgrep gives only the offset of the whole
 * match, and it leaves out empty parts. So a part begins at that offset, or at the start of a line after the part before.
 */
export function createPartFinder(readAt: ReadAt): PartFinder {
  let match = -1;
  let end = 0;
  let hasChanged = false;

  return {
    async find({ offset, bytes, length }) {
      const from = offset === match ? end : offset;
      const at = await findFrom(readAt, from, { bytes, maxLines: hasChanged ? 1 : Number.POSITIVE_INFINITY });
      // A search for a missing part reads all the rest of the file, so it is done once.
      hasChanged ||= at === null;
      match = offset;
      end = (at ?? from) + length;
      return at;
    },
  };
}

interface LineNeedle {
  readonly bytes: Uint8Array;
  /** The lines at whose beginning it is looked for. */
  readonly maxLines: number;
}

async function findFrom(readAt: ReadAt, from: number, { bytes, maxLines }: LineNeedle): Promise<number | null> {
  let at: number | null = from;
  for (let line = 0; at !== null && line < maxLines; line++) {
    const actual = await readAt(at, bytes.length);
    if (Buffer.compare(bytes, actual) === 0) return at;
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
