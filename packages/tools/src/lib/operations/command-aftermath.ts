import type { CommandTraces } from '@dragoman/fs-core';

/** The facts about an ended command that are there only if there is something to tell. */
export interface CommandAftermath {
  /** Traces that sandboxed commands left in the trees; absent if they left nothing of note. */
  readonly traces?: CommandTraces;
}

/** Returns these facts alone. */
export function aftermathOf({ traces }: CommandAftermath): CommandAftermath {
  return { ...(traces && { traces }) };
}
