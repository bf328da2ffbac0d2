import type { DirectoryEntry } from '../volume/open-entry.ts';

const PARTS = ['HEAD', 'commondir', 'objects', 'refs'];

/** True for the names by which git tells one of its directories, a bare repository's included. */
export function isPartOfGitDirectory(name: string): boolean {
  return PARTS.includes(name);
}

/**
 * True for the entries of a directory in which git would run as in a repository, whatever it is called: hooks and settings
 * in it hold. Links count as what they may lead to.
 */
export function isGitDirectory(entries: readonly DirectoryEntry[]): boolean {
  const has = (part: string) => entries.some(({ name }) => name === part);
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')));
}
