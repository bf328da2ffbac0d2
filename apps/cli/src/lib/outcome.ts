import type { ToolResult } from '@dragoman/dialects';

/** The facts of a result, for programs; none where the tool failed. */
export function outcomeOf({ _meta }: ToolResult): Readonly<Record<string, unknown>> {
  const outcome = _meta?.['dragoman/outcome'];
  return typeof outcome === 'object' && outcome !== null ? { ...outcome } : {};
}
