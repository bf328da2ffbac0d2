import { ToolError } from '@dragoman/tools';
import { isAbsolute } from '../is-absolute.ts';

/**
 * The path, if it is absolute.
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function absolutePath(path: string): string {
  if (isAbsolute(path)) return path;
  throw new ToolError('INVALID_ARGUMENT', 'file_path must be an absolute path', { path, argument: 'file_path' });
}
