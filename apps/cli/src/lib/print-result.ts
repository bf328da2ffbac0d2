import type { ToolResult } from '@dragoman/dialects';
import { describeBlock } from './describe-block.ts';
import type { GivenFlags } from './flags.ts';
import type { Surroundings } from './surroundings.ts';

type Output = Pick<Surroundings, 'stdout' | 'stderr' | 'environment'>;

/** Prints a result, a failure on stderr, and returns the exit status. */
export async function printResult(result: ToolResult, given: GivenFlags['values'], output: Output): Promise<number> {
  if (given.has('json')) output.stdout.write(`${JSON.stringify(result)}\n`);
  else if (result.isError) output.stderr.write(closed(await shownText(result, output.stderr, given, output)));
  else output.stdout.write(await shownText(result, output.stdout, given, output));
  return result.isError ? 1 : 0;
}

/** The text exactly as a model sees it, unless it goes to a terminal. */
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

function closed(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function plainText({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : describeBlock(block))).join('\n');
}
