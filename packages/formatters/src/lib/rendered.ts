import type { Answer } from './answers.ts';
import type { ContentBlock } from './content.ts';
import type { Facts } from './facts.ts';

/** What a formatter makes of an outcome: the blocks a model reads, and the facts a program reads. */
export interface Rendered<Outcome extends Facts = Facts, Structured extends Answer | undefined = Answer | undefined> {
  readonly content: readonly ContentBlock[];
  /** Goes into `_meta["dragoman/outcome"]`. */
  readonly outcome: Outcome;
  readonly structuredContent?: Structured;
}
