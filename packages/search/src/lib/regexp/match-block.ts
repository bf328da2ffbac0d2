import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import type { LineMatch } from './match-thread.ts';
import { BLOCK_BYTES, type TextBlock } from './text-blocks.ts';

/** The lines of a block that a regular expression matches, in their order. */
export function matchingLines(
  { bytes, offset, firstLine, dropped }: TextBlock,
  matches: readonly LineMatch[],
): ProposedLine[] {
  const lines: ProposedLine[] = [];
  let index = 0;
  let from = 0;
  for (const match of matches) {
    for (; index < match.index; index += 1) from = bytes.indexOf('\n', from) + 1;
    const newline = bytes.indexOf('\n', from);
    const line = bytes.subarray(from, newline < 0 ? undefined : newline);
    lines.push({
      ...partAround(match.matchAt, line, offset + from),
      kind: 'match',
      number: firstLine + match.index,
      length: line.length + dropped,
      afterGap: false,
    });
  }
  return lines;
}

// What is shown of a line takes no more on either side of its match.
const KEPT_BYTES = 8 * 1024;

/** A line as it is kept: all of it, or of a long one what is around its match, copied, so that the rest is not held. */
function partAround(
  matchAt: number,
  line: Buffer,
  offset: number,
): Pick<ProposedLine, 'matchAt' | 'skipped' | 'offset' | 'bytes'> {
  if (line.length <= BLOCK_BYTES) return { matchAt, offset, bytes: line };
  const skipped = Math.max(0, matchAt - KEPT_BYTES);
  const bytes = Buffer.from(line.subarray(skipped, matchAt + KEPT_BYTES));
  return { matchAt: matchAt - skipped, skipped, offset: offset + skipped, bytes };
}
