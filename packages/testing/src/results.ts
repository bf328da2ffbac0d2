import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The text that a model reads: all text blocks, a line apart. */
export function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** What a program reads of a failure; empty for a success. */
export function errorOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/error'] ?? {}) as Record<string, unknown>;
}

/** What a program reads of a success; empty for a failure. */
export function outcomeOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/outcome'] ?? {}) as Record<string, unknown>;
}
