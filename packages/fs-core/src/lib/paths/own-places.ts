import { isAbsolute, join } from 'node:path';
import { userCaches } from './code-cache-directory.ts';
import { escapeGlob, resolvedAsFarAs } from './deny-globs.ts';
import { possibleStateDirectories } from './state-directories.ts';

/** Name of the file that holds the secret with which this user's processes sign. */
export const SECRET_NAME = 'dragoman-secret';

/** Name of the directory that holds the records of unfinished transactions. */
export const TRANSACTIONS_NAME = 'dragoman-transactions';

/** Suffix of the directory of an index, from which much of the files' text can be reconstructed. */
export const INDEX_SUFFIX = '.dragoman-index';

/** Suffix of the name of a directory that holds the changes of an overlay. */
export const OVERLAY_SUFFIX = '.dragoman-overlay';

/** The directory below another one that holds indexes. */
export function indexesIn(outer: string): string {
  return join(outer, 'dragoman', 'index');
}

/**
 * Deny globs for what this program keeps for itself, at its real paths: the same names in a repository are anybody's, and
 * would hide code from searches.
 */
export function ownPlaces(): string[] {
  const caches = userCaches();
  const indexes = caches === null ? [] : bothNames(indexesIn(caches));
  const states = possibleStateDirectories().filter(isAbsolute).flatMap(bothNames);
  return [
    ...new Set([
      ...indexes,
      ...states.flatMap((state) => [`${state}/${SECRET_NAME}*`, `${state}/${TRANSACTIONS_NAME}`]),
    ]),
  ];
}

/** Globs for a path as it is spelled, and with links resolved. */
function bothNames(path: string): string[] {
  return [path, resolvedAsFarAs(path)].map(escapeGlob);
}
