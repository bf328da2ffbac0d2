import { ToolError } from '@dragoman/tools';

/**
 * The path, if it is absolute.
 * @throws ToolError `INVALID_ARGUMENT`
 */
export function absolutePath(path: string): string {
  if (/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return path;
  throw new ToolError('INVALID_ARGUMENT', 'file_path must be an absolute path', { path, argument: 'file_path' });
}
