import { dirname, isAbsolute, normalize, sep } from 'node:path';
import { excerpt } from '../errors/excerpt.ts';
import type { PathObjection } from '../errors/failure-parts.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isSpelledOnce } from './byte-path.ts';
import { shortNameObjection, windowsObjection } from './windows-path.ts';

// PATH_MAX of Linux (limits.h) and the longest path of Windows, both with the terminating NUL.
const MAX_PATH_BYTES = process.platform === 'win32' ? 32_768 : 4_096;

/**
 * The absolute path in plain form: no `.`, no `..`, no doubled or trailing separators; nothing is trimmed.
 * @throws ToolError `INVALID_ARGUMENT` for a path that no system can have, or that names something other than a file
 */
export function normalizePath(path: string): string {
  assertGivenLength(path);
  if (path.includes('\0')) throw invalidPath(path, 'nul');
  if (!path.isWellFormed() && !isSpelledOnce(path)) throw invalidPath(path, 'ill-formed');
  const objection = process.platform === 'win32' ? windowsObjection(path) : null;
  if (objection !== null) throw invalidPath(path, objection);
  if (!isAbsolute(path)) throw invalidPath(path, 'relative');
  const plain = normalize(path);
  assertPathLength(plain, path);
  return plain.length > 1 && plain.endsWith(sep) && dirname(plain) !== plain ? plain.slice(0, -1) : plain;
}

/** True if a path can only name a directory: it ends in a separator, or in a separator and a dot. */
export function claimsDirectory(path: string): boolean {
  const name = path.endsWith('.') ? path.slice(0, -1) : path;
  return name.endsWith('/') || name.endsWith(sep);
}

/** True if a path of names with `/` between them leads down only: no name is empty, `.` or `..`. */
export function leadsDown(relativePath: string): boolean {
  return !NO_NAME.test(relativePath) && (sep === '/' || !relativePath.includes(sep));
}

const NO_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** The reason why no entry of this name may be made, though one that exists may be opened by it; null if it may. */
export function newNameObjection(name: string): PathObjection | null {
  return process.platform === 'win32' ? shortNameObjection(name) : null;
}

// In UTF-16 code units: `..` and doubled separators may spell a short path at length.
const MAX_GIVEN_UNITS = 65_536;

/**
 * Refuses a path that is too long to be worked on: all that is done with one takes longer the longer it is.
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function assertGivenLength(path: string): void {
  if (path.length > MAX_GIVEN_UNITS) throw invalidPath(excerpt(path, SHOWN), 'too-long');
}

/**
 * Refuses a path in plain form that no system call would take.
 * @param given the path as the caller gave it
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function assertPathLength(path: string, given = path): void {
  // In UTF-8, no unit of UTF-16 takes less than a byte.
  const isLong = path.length >= MAX_PATH_BYTES || Buffer.byteLength(path) >= MAX_PATH_BYTES;
  if (isLong) throw invalidPath(excerpt(given, SHOWN), 'too-long');
}

const SHOWN = 1_000;

export function invalidPath(path: string, objection: PathObjection): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'path', path, objection },
    `Cannot use path "${path}": ${objection}`,
  );
}
