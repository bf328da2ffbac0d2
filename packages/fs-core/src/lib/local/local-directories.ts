import { realpathSync, statSync } from 'node:fs';
import { PRIVATE_MODES } from '../descriptors/attributes.ts';
import { errnoOf, fromErrno } from '../errors/errno.ts';
import { ToolError } from '../errors/tool-error.ts';
import { makeDirectories } from '../paths/make-directories.ts';

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
