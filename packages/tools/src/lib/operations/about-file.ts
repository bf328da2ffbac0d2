import { ToolError } from '@dragoman/fs-core';

/** Runs work on an open file and adds the path that the caller gave to failures that name none. */
export async function aboutFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.details.path !== undefined) throw error;
    throw new ToolError(error.code, error.message, { path, ...error.details }, { cause: error });
  }
}
