import { dirname, isAbsolute, normalize, sep } from 'node:path';
import { ToolError } from './tool-error.ts';
import { windowsObjection } from './windows-path.ts';

// PATH_MAX of Linux (limits.h) and the longest path of Windows, ending zero included.
export const MAX_PATH_BYTES = process.platform === 'win32' ? 32_768 : 4_096;

/**
 * The absolute path in plain form: no `.`, no `..`, no doubled or trailing separators; nothing is trimmed.
 * @throws ToolError `INVALID_ARGUMENT` for a path that no system can have, or that means something else than a file
 */
export function checkedPath(path: string): string {
  if (path.includes('\0')) throw invalid(path, 'contains a NUL byte');
  if (!path.isWellFormed()) throw invalid(path, 'is not well-formed text');
  const objection = process.platform === 'win32' ? windowsObjection(path) : null;
  if (objection !== null) throw invalid(path, objection);
  if (!isAbsolute(path)) throw invalid(path, 'is not absolute');
  const plain = isPlain(path) ? path : normalize(path);
  if (Buffer.byteLength(plain) >= MAX_PATH_BYTES) throw tooLong(path);
  return plain.length > 1 && plain.endsWith(sep) && dirname(plain) !== plain ? plain.slice(0, -1) : plain;
}

/** Most are: to look takes half as long as to take the path apart. */
function isPlain(path: string): boolean {
  return sep === '/' && !/\/\.{0,2}(?:\/|$)/.test(path);
}

/** Whether a path claims to be a directory's: by a separator at its end, or a dot behind one. */
export function claimsDirectory(path: string): boolean {
  const name = path.endsWith('.') ? path.slice(0, -1) : path;
  return name.endsWith('/') || name.endsWith(sep);
}

/** Judging takes a look at each ancestor, so what no system call would take must not get that far. */
export function tooLong(path: string): ToolError {
  const shown = path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path;
  return invalid(shown, 'is longer than the system allows');
}

const SHOWN = 1_000;

function invalid(path: string, objection: string): ToolError {
  return new ToolError('INVALID_ARGUMENT', `Path "${path}" ${objection}`, { path });
}
