import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSACTIONS_NAME } from '../paths/own-places.ts';
import { isPrivate, privateDirectory } from '../paths/private-directory.ts';
import { stateDirectories } from '../paths/state-directories.ts';

/**
 * The directory of records: on the disk, so that one outlives the machine's power, and outside of all trees, so that it
 * is never committed. Null if no place is safe.
 */
export function recordsDirectory(): string | null {
  for (const candidate of candidates()) {
    const directory = privateDirectory(candidate);
    if (directory !== null) return directory;
  }
  return null;
}

function candidates(): string[] {
  return stateDirectories().map((directory) => join(directory, TRANSACTIONS_NAME));
}

/** All files where records are kept, as paths. Nothing is made to find that there are none. */
export function recordPaths(): string[] {
  return candidates().flatMap(recordPathsIn);
}

/** The files of one directory of records. */
export function recordPathsIn(directory: string): string[] {
  return isPrivate(directory) ? readdirSync(directory).map((name) => join(directory, name)) : [];
}
