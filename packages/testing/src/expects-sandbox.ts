import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * True if tests of the sandbox run: where bubblewrap works, and always in CI, where it is installed and a sandbox must
 * not go untested.
 */
export function expectsSandbox(): boolean {
  if (process.platform !== 'linux') return false;
  const directories = (process.env.PATH ?? '').split(delimiter);
  return Boolean(process.env.CI) || directories.some((directory) => existsSync(join(directory, 'bwrap')));
}
