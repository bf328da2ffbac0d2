import { openMatchThread } from './match-thread.ts';
import { BLOCK_BYTES } from './text-blocks.ts';

/** Texts that a regular expression matches. */
export interface MatchedTexts {
  readonly indices: ReadonlySet<number>;
  /** The regular expression was stopped before it was tried on every text. */
  readonly stalled: boolean;
}

/**
 * Matches texts without newlines in a thread, as `MatchThread` does.
 * @throws ToolError as `MatchThread.match`
 */
export async function matchTexts(
  regex: RegExp,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<MatchedTexts> {
  const indices = new Set<number>();
  if (texts.length === 0) return { indices, stalled: false };
  await using thread = openMatchThread(regex);
  let stalled = false;
  for (const { first, block } of blocksOf(texts)) {
    const found = await thread.match(block, signal);
    for (const { index } of found.matches) indices.add(first + index);
    stalled ||= found.stalled;
  }
  return { indices, stalled };
}

function* blocksOf(texts: readonly string[]): Generator<{ readonly first: number; readonly block: Buffer }> {
  let first = 0;
  let size = 0;
  let lines: Buffer[] = [];
  for (const [index, text] of texts.entries()) {
    const line = Buffer.from(`${text}\n`).subarray(-BLOCK_BYTES);
    if (size + line.length > BLOCK_BYTES) {
      yield { first, block: Buffer.concat(lines) };
      [first, size, lines] = [index, 0, []];
    }
    lines.push(line);
    size += line.length;
  }
  yield { first, block: Buffer.concat(lines) };
}
