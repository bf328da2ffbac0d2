import type { TextLimit } from './shared/text-limit.ts';

/** Where a failure is explained. */
export interface Scene {
  /** The tree that the session names as its root. */
  readonly root: string;
  /** Of the sentence. */
  readonly limit: TextLimit;
}
