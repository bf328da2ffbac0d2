import type { ContentBlock } from './content.ts';

/** What a formatter makes of an outcome: the blocks a model reads, and the facts a program reads. */
export interface Rendered {
  readonly content: readonly ContentBlock[];
  /** Goes into `_meta["dragoman/outcome"]`. */
  readonly outcome?: Readonly<Record<string, unknown>>;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}
