import { suggestion } from '@dragoman/tools/internal/session';
import { candidates } from '../candidates.ts';
import type { Invocation } from '../cli-context.ts';
import { COMPLETION_SCRIPTS } from '../completion-scripts.ts';
import { readFlags } from '../flags.ts';
import { PROGRAM_FLAGS } from '../program-flags.ts';
import { UsageError } from '../usage-error.ts';

/** `completion <shell>` prints the script; `completion words -- …`, which the script calls, one candidate a line. */
export async function complete({ words, context }: Invocation): Promise<number> {
  const { stdout } = context;
  const [shell, ...typed] = readFlags(words, PROGRAM_FLAGS).operands;
  if (shell === 'words') {
    const found = await candidates(typed, context);
    stdout.write(found.map(({ word, about }) => `${word}\t${about}\n`).join(''));
    return 0;
  }
  stdout.write(scriptFor(shell, typed));
  return 0;
}

function scriptFor(shell: string | undefined, surplus: readonly string[]): string {
  if (surplus[0] !== undefined) throw new UsageError(`Unexpected argument "${surplus[0]}"`);
  const shells = Object.keys(COMPLETION_SCRIPTS);
  if (shell === undefined) throw new UsageError(`Which shell? One of ${shells.join(', ')}`);
  if (Object.hasOwn(COMPLETION_SCRIPTS, shell)) return COMPLETION_SCRIPTS[shell as keyof typeof COMPLETION_SCRIPTS];
  throw new UsageError(`No completion for "${shell}", only for ${shells.join(', ')}${suggestion(shell, shells)}`);
}
