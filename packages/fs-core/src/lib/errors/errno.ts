import { constants } from 'node:os';
import type { ErrorCode, Failure } from './failure.ts';
import type { Action } from './failure-parts.ts';
import { ToolError } from './tool-error.ts';

interface Translation {
  readonly code: ErrorCode;
  readonly says: string;
}

// errno(3), as libuv names them; every other one is an `IO_ERROR`.
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  ENOENT: { code: 'NOT_FOUND', says: 'no such file or directory' },
  ENOTDIR: { code: 'NOT_DIRECTORY', says: 'a part of the path is not a directory' },
  EISDIR: { code: 'IS_DIRECTORY', says: 'is a directory' },
  EACCES: { code: 'PERMISSION_DENIED', says: 'permission denied by the operating system' },
  EPERM: { code: 'PERMISSION_DENIED', says: 'operation not permitted by the operating system' },
  EROFS: { code: 'READ_ONLY', says: 'read-only file system' },
  ENOSPC: { code: 'DISK_FULL', says: 'no space left on device' },
  EDQUOT: { code: 'DISK_FULL', says: 'disk quota exceeded' },
  EFBIG: { code: 'DISK_FULL', says: 'file larger than the file system or the process may write' },
  ENAMETOOLONG: { code: 'INVALID_ARGUMENT', says: 'name too long for the file system' },
  EINVAL: { code: 'INVALID_ARGUMENT', says: 'name not valid on this file system' },
  ENOTEMPTY: { code: 'IO_ERROR', says: 'directory not empty' },
  ENXIO: { code: 'UNSUPPORTED_FILE', says: 'not a regular file or directory' },
};

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** True if an error only says that descriptors or memory are short, and nothing of the path that was asked for. */
export function isShortage(errno: unknown): boolean {
  return SHORTAGES.has(errno);
}

/** The system's name of an error, such as `ENOENT`; null for an error that is not the operating system's. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return null;
  return /^E[A-Z0-9]+$/.test(code) ? code : nameOf(errno);
}

/** An error as the operating system gives it. */
export function systemError(errno: string, message = errno): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: errno });
}

/** libuv has no name for some errors, `EDQUOT` and `ESTALE` among them, and Node then gives the number alone. */
function nameOf(errno: number | undefined): string | null {
  const found = Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0));
  return found?.[0] ?? null;
}

/** Translates an error of the operating system into a `ToolError`; returns any other error as it is. */
export function fromErrno(error: unknown, action: Action, path: string): unknown {
  const errno = errnoOf(error);
  if (error instanceof ToolError || errno === null) return error;
  const { code, says } = TRANSLATIONS[errno] ?? { code: 'IO_ERROR', says: errno };
  // All of these codes take these facts.
  const failure = { code, ...(code === 'INVALID_ARGUMENT' && { problem: 'name' }), path, errno, action } as Failure;
  return new ToolError(failure, `Cannot ${action} "${path}": ${says}`, { cause: error });
}
