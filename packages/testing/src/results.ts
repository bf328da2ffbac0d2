import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The members of a block of any type that tests look at. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string | undefined;
  /** Base64. */
  readonly data?: string;
}

/** The text that a model reads: all text blocks, a line apart. */
export function textOf({ content }: { readonly content: readonly Block[] }): string {
  return content.flatMap(({ type, text }) => (type === 'text' ? (text ?? []) : [])).join('\n');
}

/** Facts about a failure for programs; empty for a success. */
export function errorOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/error'] ?? {}) as Record<string, unknown>;
}

/** Facts about a success for programs; empty for a failure. */
export function outcomeOf({ _meta }: CallToolResult): Record<string, unknown> {
  return (_meta?.['dragoman/outcome'] ?? {}) as Record<string, unknown>;
}
