import manifest from '../../package.json' with { type: 'json' };
import type { CliContext } from './cli-context.ts';

export const VERSION: string = manifest.version;

/** Prints the version and returns the exit status. */
export function printVersion({ stdout }: Pick<CliContext, 'stdout'>): number {
  stdout.write(`${VERSION}\n`);
  return 0;
}
