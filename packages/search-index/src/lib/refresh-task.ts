import { openLocalVolume } from '@dragoman/fs-core';
import { pauseAsLong } from '@dragoman/fs-core/internal/index-kit';
import { readUserExcludes } from '@dragoman/search/internal/index-kit';
import type { RefreshTask } from './refresh-later.ts';
import { refreshTreeIndex } from './tree-index.ts';

/** Builds or updates the index of a tree. Returns the result in a word, for the log. */
export async function refresh({ allow, root, directory, rules, building }: RefreshTask): Promise<string> {
  const { deny, builtinDeny, skip, environment } = building;
  await using volume = openLocalVolume({ allow, deny, builtinDeny, recovers: false });
  const userExcludes = readUserExcludes(environment);
  const options = { volume, root, directory, rules, userExcludes, skip: new Set(skip), pause: pauseAsLong };
  const result = await refreshTreeIndex(options);
  return typeof result === 'string' ? result : 'stored';
}
