import type { ToolResult } from '@dragoman/dialects';
import { closed } from './closed.ts';
import { describeBlock } from './describe-block.ts';
import type { GivenFlags } from './flags.ts';
import type { Surroundings } from './surroundings.ts';

type Output = Pick<Surroundings, 'stdout' | 'stderr' | 'environment'>;

/** Prints a result, a failure on stderr, and returns the exit status. */
export async function printResult(result: ToolResult, given: GivenFlags['values'], output: Output): Promise<number> {
  if (given.has('json')) output.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    const stream = result.isError ? output.stderr : output.stdout;
    stream.write(await shownText(result, stream, given, output));
  }
  return result.isError ? 1 : 0;
}

/** The text as a model sees it, unless it goes to a terminal, and with a newline at its end, as programs print. */
async function shownText(
  result: ToolResult,
  stream: Output['stdout'],
  given: GivenFlags['values'],
  { environment }: Output,
): Promise<string> {
  if (!stream.mayBeTerminal) return plainText(result);
  const { terminalAt } = await import('./terminal/terminal.ts');
  const terminal = terminalAt(stream, environment, given.has('no-color'));
  if (terminal === null) return plainText(result);
  const { terminalText } = await import('./terminal/print.ts');
  return terminalText(result, terminal);
}

function plainText({ content }: ToolResult): string {
  return closed(content.map((block) => (block.type === 'text' ? block.text : describeBlock(block))).join('\n'));
}
