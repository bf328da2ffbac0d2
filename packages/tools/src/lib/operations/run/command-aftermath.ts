import type { CommandAftermath } from '@dragoman/outcomes/internal/parts';

/** Returns these facts alone. */
export function aftermathOf({ traces, wholeOutput }: CommandAftermath): CommandAftermath {
  return { ...(traces && { traces }), ...(wholeOutput !== undefined && { wholeOutput }) };
}
