import type { CommandAftermath } from '@dragoman/outcomes/internal/parts';

/** Returns these facts alone. */
export function aftermathOf({ notKept, traces }: CommandAftermath): CommandAftermath {
  return { ...(notKept && { notKept }), ...(traces && { traces }) };
}
