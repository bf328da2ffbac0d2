import type { GivenFlags } from './flags.ts';

/** When to colour: `auto` means at a terminal. */
export type ColourWish = 'auto' | 'always' | 'never';

export const COLOUR_WISHES: readonly ColourWish[] = ['auto', 'always', 'never'];

/** What the user wants of colours: a flag beats `FORCE_COLOR`, which beats `NO_COLOR`, as it does for Node. */
export function colourWish(
  given: GivenFlags['values'],
  environment: Readonly<Record<string, string | undefined>>,
): ColourWish {
  const flag = given.get('color')?.at(-1);
  const wish = COLOUR_WISHES.find((candidate) => candidate === flag);
  if (wish !== undefined) return wish;
  const { FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE } = environment;
  if (given.has('no-color')) return 'never';
  if (FORCE_COLOR) return isOff(FORCE_COLOR) ? 'never' : 'always';
  if (NO_COLOR) return 'never';
  return CLICOLOR_FORCE && !isOff(CLICOLOR_FORCE) ? 'always' : 'auto';
}

function isOff(value: string): boolean {
  return value === '0' || value === 'false';
}
