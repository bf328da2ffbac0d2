import { printableText } from '@dragoman/dialects/internal/options';
import type { CliContext } from './cli-context.ts';
import type { GivenFlags } from './flags.ts';
import { paintProgram } from './terminal/colours.ts';
import { terminalOf } from './terminal/terminal.ts';

/** Says on stderr why nothing was done. Returns the exit status. */
export async function refuse(texts: readonly string[], given: GivenFlags, context: CliContext): Promise<number> {
  await note(texts, given, context);
  return 1;
}

/** Says something on stderr. */
export async function note(texts: readonly string[], given: GivenFlags, context: CliContext): Promise<void> {
  const { stderr } = context;
  const terminal = await terminalOf(stderr, given.values, context);
  const program = terminal?.showsColours ? paintProgram('dragoman:') : 'dragoman:';
  for (const text of texts) stderr.write(`${program} ${printableText(text)}\n`);
}
