import type { ToolResult } from '@dragoman/dialects';
import type { CliContext } from './cli-context.ts';
import type { GivenFlags } from './flags.ts';
import { headingText, plainText, terminalText } from './terminal/result-text.ts';
import { terminalOf } from './terminal/terminal.ts';

type Output = Pick<CliContext, 'stdout' | 'stderr' | 'environment'>;

interface Labelled {
  readonly result: ToolResult;
  /** Stands above the result where there are several. */
  readonly label: string;
}

/** Prints results, failures on stderr, and returns the exit status: 1 where one failed, or a search found nothing. */
export async function printResults(
  results: readonly Labelled[],
  given: GivenFlags['values'],
  output: Output,
): Promise<number> {
  let gap = '';
  for (const { result, label } of results) {
    if (given.has('json')) {
      output.stdout.write(`${JSON.stringify(result)}\n`);
      continue;
    }
    const stream = result.isError ? output.stderr : output.stdout;
    const terminal = await terminalOf(stream, given, output);
    const heading = results.length > 1 && !result.isError ? gap + headingText(label, terminal) : '';
    // What a model sees, unless a person reads it.
    stream.write(heading + (terminal === null ? plainText(result) : terminalText(result, terminal)));
    if (!result.isError) gap = '\n';
  }
  return results.some(({ result }) => result.isError || foundNothing(result)) ? 1 : 0;
}

/** Whether a result is that of a search that found nothing. */
function foundNothing({ _meta }: ToolResult): boolean {
  const facts = _meta['dragoman/outcome'];
  switch (facts?.kind) {
    case 'grep':
      return facts.matches === 0;
    case 'glob':
      return facts.total === 0;
    case 'matches':
    case 'files':
      return facts.shown === 0;
    default:
      return false;
  }
}
