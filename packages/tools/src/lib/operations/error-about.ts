import { ToolError } from '@dragoman/fs-core';

/** The error of work on an open file, with the path that the caller gave where it names none. */
export function errorAbout(path: string, error: unknown): unknown {
  if (!(error instanceof ToolError) || error.details.path !== undefined) return error;
  return new ToolError(error.code, error.message, { path, ...error.details }, { cause: error });
}
