import { OPTIONS } from '@dragoman/dialects/internal/options';
import { type Flag, type GivenFlags, readFlags } from './flags.ts';
import { COLOUR_WISHES } from './terminal/terminal.ts';
import { UsageError } from './usage-error.ts';

/** The flags that every command takes: the options of a session, and how to print the result. */
export const PROGRAM_FLAGS: readonly Flag[] = [
  ...OPTIONS.map(({ name, value }) => ({ name, takes: value === null ? 'switch' : 'value' }) as const),
  { name: 'json', takes: 'switch' },
  { name: 'color', takes: 'value', choices: COLOUR_WISHES },
  { name: 'no-color', takes: 'switch' },
  { name: 'verbose', takes: 'switch' },
  { name: 'help', short: 'h', takes: 'switch' },
  { name: 'version', short: 'v', takes: 'switch' },
];

/**
 * Words after one of the program's own commands.
 * @param most the operands that it takes
 * @throws UsageError for a flag that is unknown or lacks its value, and for an operand too many
 */
export function commandWords(words: readonly string[], most = 0): GivenFlags {
  const given = readFlags(words, PROGRAM_FLAGS);
  const surplus = given.operands[most];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}"`);
  return given;
}
