import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether commands can be sandboxed here, or must be: in CI bubblewrap is installed, and a sandbox that is not tested
 * there is none. Elsewhere nobody is made to install it.
 */
export function expectsSandbox(): boolean {
  if (process.platform !== 'linux') return false;
  const directories = (process.env.PATH ?? '').split(delimiter);
  return Boolean(process.env.CI) || directories.some((directory) => existsSync(join(directory, 'bwrap')));
}
