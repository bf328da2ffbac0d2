import type { StandardStream } from '@dragoman/tools/stdio';
import type { CliContext } from './cli-context.ts';
import { colourWish } from './colour-wish.ts';
import type { GivenFlags } from './flags.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * The terminal at the end of a stream, or what stands for one where the user wants colours anyway; null if a program
 * reads the stream. Loads little for a program.
 */
export async function terminalOf(
  stream: StandardStream,
  given: GivenFlags['values'],
  { environment }: Pick<CliContext, 'environment'>,
): Promise<Terminal | null> {
  const wish = colourWish(given, environment);
  if (!stream.mayBeTerminal && wish !== 'always') return null;
  const { terminalAt } = await import('./terminal/terminal.ts');
  return terminalAt(stream, environment, wish);
}
