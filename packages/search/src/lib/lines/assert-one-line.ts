import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess } from '../ripgrep/ripgrep-failure.ts';
import { runRipgrep } from '../ripgrep/ripgrep-process.ts';

const MAY_NAME_NEWLINE = /\n|\\[nxu]/;

/**
 * Refuses a pattern that found nothing because it contains a newline, which no line holds. Only ripgrep's default engine
 * reports this: with `--engine=auto` the pattern goes to PCRE2, which just finds nothing.
 * @throws ToolError `INVALID_PATTERN`
 */
export async function assertOneLine(query: LineQuery, signal: AbortSignal | undefined): Promise<void> {
  const { pattern, literal, multiline } = query;
  if (literal || multiline || !MAY_NAME_NEWLINE.test(pattern)) return;
  const args = ['--no-config', '--engine=default', '--regex-size-limit=10M', `--regexp=${pattern}`, '--', '-'];
  const output = runRipgrep({ args, timeLimitMs: 5_000, signal });
  let next = await output.next();
  while (!next.done) next = await output.next();
  if (next.value.stderr.includes('is not allowed in a regex')) await assertSuccess(next.value, query);
}
