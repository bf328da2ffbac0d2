import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PRIVATE_MODES } from '../descriptors/attributes.ts';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { makeDirectories } from '../paths/make-directories.ts';
import { similarNames } from '../paths/similar-names.ts';

/**
 * The real path of an existing directory.
 * @throws ToolError `NOT_FOUND`, `NOT_DIRECTORY`, `PERMISSION_DENIED`
 */
export function assertDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    throw fromErrno(error, 'use', path);
  }
  throw new ToolError({ code: 'NOT_DIRECTORY', path }, `Cannot use "${path}": not a directory`);
}

/**
 * The real path of a directory, which is made for the user alone if it is missing, as are its missing parents.
 * @throws ToolError as `assertDirectory`
 */
export function ensureDirectory(path: string): string {
  try {
    makeDirectories(path, PRIVATE_MODES.directory);
  } catch (error) {
    // What is there already, and is no directory, is refused below.
    if (errnoOf(error) !== 'EEXIST') throw errnoOf(error) === null ? error : fromErrno(error, 'make', path);
  }
  return assertDirectory(path);
}

// Of shorter names, many are similar and stand for something else, as do those that differ in a number.
const SHORTEST_MISSPELT = 4;

/** The directory that a missing path was probably meant to name, beside it; undefined if none has a similar name. */
export function similarDirectory(path: string): string | undefined {
  const misspelt = basename(path);
  if (misspelt.length < SHORTEST_MISSPELT) return undefined;
  const unnumbered = (name: string): string => name.replace(/\d+/g, '');
  try {
    const beside = readdirSync(dirname(path), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = beside.map(({ name }) => name).filter((name) => unnumbered(name) !== unnumbered(misspelt));
    const [near] = similarNames(misspelt, names);
    return near && join(dirname(path), near);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return undefined;
  }
}
