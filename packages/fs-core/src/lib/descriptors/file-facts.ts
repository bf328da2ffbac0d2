import { createStateCache } from './state-cache.ts';

interface FileFacts {
  /** As `versionOf` gives it. */
  version: string;
  /** Whether it has no attributes that Node has no calls for. Setting one would change the state. */
  hasNoXattrs: boolean;
}

/** What reads and writes have learnt of a file in this state. */
export const fileFactsOf = createStateCache<FileFacts>();
