import { sep } from 'node:path';
import { homeDirectory } from './home-directory.ts';

/** Whether a path begins at the user's home directory: `~`, or `~` and a separator. `./~` is a file of that name. */
export function isHomePath(path: string): boolean {
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`);
}

/** The path with a leading `~` replaced by the home directory; unchanged for a user without one. */
export function expandHome(path: string): string {
  return isHomePath(path) ? `${homeDirectory() ?? '~'}${path.slice(1)}` : path;
}
