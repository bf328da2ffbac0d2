import type { Display } from './display.ts';
import type { TextLimit } from './shared/text-limit.ts';

/** Who reads a result. */
export interface Reader {
  /** The most text that is shown. */
  readonly limit: TextLimit;
  /** Given if a person reads it, not a model. */
  readonly display?: Display | undefined;
}
