import { ToolError } from '@dragoman/fs-core';

/** Runs work on an open file, whose failures do not know the path that the caller gave: they get it here. */
export async function aboutFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.details.path !== undefined) throw error;
    throw new ToolError(error.code, error.message, { path, ...error.details }, { cause: error });
  }
}
