import type { CommandTraces, NotKept } from '@dragoman/fs-core';

/** The facts about an ended command that are there only if there is something to tell. */
export interface CommandAftermath {
  /** Changes of the command that the session's volume did not take; absent if it took all. */
  readonly notKept?: NotKept;
  /** Traces that sandboxed commands left in the trees; absent if they left nothing of note. */
  readonly traces?: CommandTraces;
}

/** Returns these facts alone. */
export function aftermathOf({ notKept, traces }: CommandAftermath): CommandAftermath {
  return { ...(notKept && { notKept }), ...(traces && { traces }) };
}
