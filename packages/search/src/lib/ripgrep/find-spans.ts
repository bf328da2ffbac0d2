import type { Span } from '@dragoman/outcomes/internal/parts';
import { type LineQuery, ripgrepArguments } from './ripgrep-arguments.ts';
import { createLineReader, type ProposedLine } from './ripgrep-output.ts';
import { runRipgrep } from './ripgrep-process.ts';

const TIME_LIMIT_MS = 5_000;

/**
 * Finds the matches of a pattern in each of several lines, as ripgrep has them; none if it does not match, as when it
 * depends on lines that are not given.
 * @param lines without their endings
 */
export async function findSpans(
  lines: readonly string[],
  query: Pick<LineQuery, 'pattern' | 'literal' | 'ignoreCase' | 'multiline'>,
  signal?: AbortSignal,
): Promise<readonly (readonly Span[])[]> {
  const spans: Span[][] = lines.map(() => []);
  if (lines.length === 0) return spans;
  const sought = { ...query, result: 'lines', onlyMatching: true, hidden: true } as const;
  const args = ripgrepArguments(sought, { paths: ['-'], isSmall: true, leaveOut: [] });
  const reader = createLineReader({ maxLines: Number.POSITIVE_INFINITY, seenTo: () => 0, onlyMatching: true });
  const buffers = lines.map((line) => Buffer.from(line));
  const starts = lineStarts(buffers);
  const take = ({ number, offset, bytes }: ProposedLine): void => {
    // Of a match that spans lines, every part but the first begins with its line, and has the offset of the first.
    const from = Math.max(0, offset - (starts[number - 1] ?? 0));
    const start = buffers[number - 1]?.toString('utf8', 0, from).length ?? 0;
    spans[number - 1]?.push({ start, end: start + Buffer.from(bytes).toString().length });
  };
  const input = lines.map((line) => `${line}\n`).join('');
  for await (const chunk of runRipgrep({ args, input, timeLimitMs: TIME_LIMIT_MS, signal })) {
    for (const file of reader.push(chunk)) file.lines.forEach(take);
  }
  for (const file of reader.end()) file.lines.forEach(take);
  return spans;
}

/** The byte offset of each line. */
function lineStarts(lines: readonly Uint8Array[]): number[] {
  let next = 0;
  return lines.map(({ byteLength }) => {
    const start = next;
    next += byteLength + 1;
    return start;
  });
}
