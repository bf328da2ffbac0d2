import { pathOf, renamed, ToolError } from '@dragoman/fs-core/internal/kernel';

/** The error of work on an open file, with the path that the caller gave if it names none. */
export function errorAbout(path: string, error: unknown): unknown {
  if (!(error instanceof ToolError) || pathOf(error.failure) !== undefined) return error;
  return renamed(error, path);
}
