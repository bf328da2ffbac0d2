import type { GrepOutcome } from '@dragoman/outcomes';

/** The outcome without the lines that a regular expression matches. */
export async function withoutExcluded(
  found: GrepOutcome,
  exclude: RegExp | null,
  signal: AbortSignal | undefined,
): Promise<GrepOutcome> {
  if (exclude === null) return found;
  const { matchTexts } = await import('@dragoman/search/internal/search');
  const texts = found.files.flatMap(({ lines }) => lines.map(({ text }) => text));
  const { indices, stalled } = await matchTexts(exclude, texts, signal);
  let at = 0;
  const files = found.files.map((file) => ({ ...file, lines: file.lines.filter(() => !indices.has(at++)) }));
  return { ...found, files, incomplete: found.incomplete || stalled };
}
