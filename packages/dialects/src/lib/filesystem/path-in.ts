import { isAbsolute, resolve } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { Session } from '@dragoman/tools';

const WINDOWS_PATH = /^[A-Za-z]:(?:[\\/]|$)/;

/**
 * The absolute form of a path; an empty one is the directory in which relative ones begin.
 * @throws ToolError `ACCESS_DENIED` for a path of Windows on another system, which would take it for a relative one
 */
export function pathIn(session: Session, path: string): string {
  // `resolve` drops a slash at the end, which the official server ignores.
  if (!WINDOWS_PATH.test(path) || isAbsolute(path)) return resolve(session.resolve(path === '' ? '.' : path));
  const failure = { code: 'ACCESS_DENIED', path, allowed: session.volume.roots, windowsPath: true } as const;
  throw new ToolError(failure, `Access denied: "${path}" is a path of Windows`);
}
