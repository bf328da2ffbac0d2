import type { Answer } from './recorder/recording.ts';

/** An answer that is not Claude Code's, for a reason that `docs/dialects.md` names. */
interface Difference {
  readonly named: string;
  /** The parts of the answer that differ. */
  readonly ours: Partial<Answer>;
}

export const DIFFERENCES: Readonly<Record<string, Difference>> = {};
