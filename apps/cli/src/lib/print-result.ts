import type { ToolResult } from '@dragoman/dialects';
import type { CliContext } from './cli-context.ts';
import { closed } from './closed.ts';
import { describeBlock } from './describe-block.ts';
import type { GivenFlags } from './flags.ts';
import { foundNothing } from './found-nothing.ts';
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
    if (given.has('json')) output.stdout.write(`${JSON.stringify(result)}\n`);
    else if (result.isError) output.stderr.write(await shownText(result, output.stderr, given, output));
    else {
      const heading = results.length > 1 ? gap + (await headingText(label, given, output)) : '';
      output.stdout.write(heading + (await shownText(result, output.stdout, given, output)));
      gap = '\n';
    }
  }
  return results.some(({ result }) => result.isError || foundNothing(result)) ? 1 : 0;
}

/** The text as a model sees it, unless it goes to a terminal, and with a newline at its end, as programs print. */
async function shownText(
  result: ToolResult,
  stream: Output['stdout'],
  given: GivenFlags['values'],
  output: Output,
): Promise<string> {
  const terminal = await terminalOf(stream, given, output);
  if (terminal === null) return plainText(result);
  const { terminalText } = await import('./terminal/print.ts');
  return terminalText(result, terminal);
}

async function headingText(label: string, given: GivenFlags['values'], output: Output): Promise<string> {
  const terminal = await terminalOf(output.stdout, given, output);
  if (terminal === null) return `==> ${label} <==\n`;
  const { terminalHeading } = await import('./terminal/print.ts');
  return terminalHeading(label, terminal);
}

function plainText({ content }: ToolResult): string {
  return closed(content.map((block) => (block.type === 'text' ? block.text : describeBlock(block))).join('\n'));
}
