import type { OpenDirectory } from '@dragoman/fs-core';
import type { GitIgnored } from '@dragoman/search/internal/search';
import type { Session } from '../../session.ts';

/** Tests the entries of a directory by git's ignore files and the user's own. */
export async function ignoredNames(
  { volume, environment }: Session,
  directory: OpenDirectory,
  signal: AbortSignal | undefined,
): Promise<GitIgnored> {
  const { gitIgnored, readUserExcludes } = await import('@dragoman/search/internal/search');
  return await gitIgnored(volume, directory, { userExcludes: readUserExcludes(environment), signal });
}
