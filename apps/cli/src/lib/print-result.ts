import type { ToolResult } from '@dragoman/dialects';
import type { CliContext } from './cli-context.ts';
import type { GivenFlags } from './flags.ts';
import { plainText } from './plain-text.ts';
import { terminalOf } from './terminal-of.ts';

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
    const { text, heading } = await printerFor(stream, given, output);
    stream.write((results.length > 1 && !result.isError ? gap + heading(label) : '') + text(result));
    if (!result.isError) gap = '\n';
  }
  return results.some(({ result }) => result.isError || foundNothing(result)) ? 1 : 0;
}

interface Printer {
  text(result: ToolResult): string;
  heading(label: string): string;
}

/** Prints what a model sees, unless a person reads it at a terminal. */
async function printerFor(stream: Output['stdout'], given: GivenFlags['values'], output: Output): Promise<Printer> {
  const terminal = await terminalOf(stream, given, output);
  if (terminal === null) return { text: plainText, heading: (label) => `==> ${label} <==\n` };
  const { terminalText, terminalHeading } = await import('./terminal/print.ts');
  return { text: (result) => terminalText(result, terminal), heading: (label) => terminalHeading(label, terminal) };
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
