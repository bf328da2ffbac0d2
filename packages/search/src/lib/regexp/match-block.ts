import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import type { LineMatch } from './match-thread.ts';
import type { TextBlock } from './text-blocks.ts';

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
      kind: 'match',
      number: firstLine + match.index,
      matchAt: match.matchAt,
      offset: offset + from,
      bytes: line,
      length: line.length + dropped,
      afterGap: false,
    });
  }
  return lines;
}
