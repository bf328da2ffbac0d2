import type { GitPlace } from '@dragoman/fs-core/internal/host';

/** Content of the ignore file that git applies in a repository, or outside of one; null if there is none. */
export type UserExcludes = (repository: GitPlace | null) => Uint8Array | null;
