import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import { runWithTimeout } from './run-with-timeout.ts';
import type { TextBlock } from './text-blocks.ts';

export interface MatchingLines {
  readonly lines: readonly ProposedLine[];
  /** The regular expression was stopped before it was tried on every line. */
  readonly stalled: boolean;
}

// Time limit per 256 KB block; beyond it, assume catastrophic backtracking.
const LIMIT_MS = 500;

/** The lines of a block that a regular expression matches. */
export function matchingLines(block: TextBlock, regex: RegExp): MatchingLines {
  const texts = linesOf(block);
  const found: { index: number; matchAt: number }[] = [];
  const isComplete = runWithTimeout(LIMIT_MS, () => {
    for (const [index, text] of texts.entries()) {
      const matchAt = text.search(regex);
      if (matchAt >= 0) found.push({ index, matchAt });
    }
  });
  return { lines: locate(block, texts, found), stalled: !isComplete };
}

function linesOf({ bytes }: TextBlock): string[] {
  const texts = bytes.toString().split('\n');
  // A newline at the end begins no further line.
  if (texts.at(-1) === '') texts.pop();
  return texts.map((text) => (text.endsWith('\r') ? text.slice(0, -1) : text));
}

function locate(
  { bytes, offset, firstLine, dropped }: TextBlock,
  texts: readonly string[],
  found: readonly { index: number; matchAt: number }[],
): ProposedLine[] {
  const lines: ProposedLine[] = [];
  let index = 0;
  let from = 0;
  for (const match of found) {
    for (; index < match.index; index += 1) from = bytes.indexOf('\n', from) + 1;
    const newline = bytes.indexOf('\n', from);
    const line = bytes.subarray(from, newline < 0 ? undefined : newline);
    lines.push({
      kind: 'match',
      number: firstLine + match.index,
      matchAt: Buffer.byteLength((texts[match.index] ?? '').slice(0, match.matchAt)),
      offset: offset + from,
      bytes: line,
      length: line.length + dropped,
      afterGap: false,
    });
  }
  return lines;
}
