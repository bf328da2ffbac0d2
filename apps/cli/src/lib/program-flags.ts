import { OPTIONS } from '@dragoman/dialects/options';
import { COLOUR_WISHES } from './colour-wish.ts';
import type { Flag } from './flags.ts';

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
