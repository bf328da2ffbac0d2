import { createStateCache } from './state-cache.ts';

interface FileFacts {
  /** Version in the form of `versionOf`. */
  version: string;
  /** True if it has no attributes that Node has no calls for. Setting one would change the state. */
  hasNoXattrs: boolean;
}

/** Returns the facts that reads and writes have learnt of a file in this state. */
export const fileFactsOf = createStateCache<FileFacts>();
