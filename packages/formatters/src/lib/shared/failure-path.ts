import type { Failure } from '@dragoman/fs-core';

/** The path that a failure is about; undefined if it names none. */
export function pathOf(failure: Failure): string | undefined {
  return 'path' in failure ? failure.path : undefined;
}

/** The same failure with its path as the caller gave it. */
export function withPath(failure: Failure, path: string | undefined): Failure {
  if (path === undefined) return failure;
  const named = { ...failure, path };
  return named;
}
