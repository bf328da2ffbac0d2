import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../errors/errno.ts';

/**
 * Makes a directory and its missing parents, unless it exists. `mkdirSync` with `recursive` does not end if the system
 * reports an existing parent as missing, as in `/proc`.
 * @throws the system's error
 */
export function makeDirectories(path: string, mode: number): void {
  const above = dirname(path);
  try {
    makeDirectory(path, mode);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || above === path) throw error;
    // Another process may have made the parent since.
    if (!isDirectory(above)) makeDirectories(above, mode);
    makeDirectory(path, mode);
  }
}

function makeDirectory(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Some network file systems refuse to make anything before they say that it exists.
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
