import { homedir } from 'node:os';
import { sep } from 'node:path';

/** The user's home directory; null for a user id without an account, as in containers. */
export function homeDirectory(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/**
 * The path with a leading `~` replaced by the home directory, if that name stands alone or before a separator: `./~`
 * is a file of that name. Unchanged for a user without a home directory.
 */
export function expandHome(path: string): string {
  const isBelowHome = path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`);
  return isBelowHome ? `${homeDirectory() ?? '~'}${path.slice(1)}` : path;
}
