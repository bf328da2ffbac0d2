import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** What tests see of a block of any type. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string | undefined;
}

/** The text that a model reads: all text blocks, a line apart. */
export function textOf({ content }: { readonly content: readonly Block[] }): string {
  return content.flatMap(({ type, text }) => (type === 'text' ? (text ?? []) : [])).join('\n');
}

/** What a program reads of a failure; empty for a success. */
export function errorOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/error'] ?? {}) as Record<string, unknown>;
}

/** What a program reads of a success; empty for a failure. */
export function outcomeOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/outcome'] ?? {}) as Record<string, unknown>;
}
