import { ToolError } from '@dragoman/fs-core';
import type { Session } from '@dragoman/tools';
import { isAbsolute } from '../is-absolute.ts';

/**
 * The path, if it is absolute.
 * @throws ToolError `INVALID_ARGUMENT`; the details' `candidates` hold the absolute form that may have been meant
 */
export function absolutePath(path: string, session: Session): string {
  if (isAbsolute(path)) return path;
  const candidates = path === '' ? [] : [session.resolve(path)];
  const details = { problem: 'relative', path, argument: 'file_path', candidates } as const;
  throw new ToolError({ code: 'INVALID_ARGUMENT', ...details }, 'file_path must be an absolute path');
}
