import { sep } from 'node:path';
import { homeDirectory } from './home-directory.ts';

/**
 * The path with a leading `~` replaced by the home directory, where that name stands alone or before a separator: `./~`
 * is a file of that name. Unchanged for a user without a home directory.
 */
export function expandHome(path: string): string {
  const isBelowHome = path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`);
  return isBelowHome ? `${homeDirectory() ?? '~'}${path.slice(1)}` : path;
}
