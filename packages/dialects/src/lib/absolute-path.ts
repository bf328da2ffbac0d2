import { ToolError } from '@dragoman/fs-core';
import { isAbsolute } from './is-absolute.ts';

/**
 * The path, if it is absolute.
 * @throws ToolError `INVALID_ARGUMENT` with the problem `relative`
 */
export function absolutePath(path: string): string {
  if (isAbsolute(path)) return path;
  throw new ToolError({ code: 'INVALID_ARGUMENT', path, problem: 'relative' }, `Path is not absolute: "${path}"`);
}
