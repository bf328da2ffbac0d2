import manifest from '../../package.json' with { type: 'json' };
import type { Surroundings } from './surroundings.ts';

export const VERSION: string = manifest.version;

/** Prints the version and returns the exit status. */
export function printVersion({ stdout }: Pick<Surroundings, 'stdout'>): number {
  stdout.write(`${VERSION}\n`);
  return 0;
}
