import * as z from 'zod/mini';
import type { Effect, Tool } from './tool.ts';
import type { ObjectSchema, ToolDefinition } from './toolset-contract.ts';

interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

const HINTS: Readonly<Record<Effect, Hints>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  overwrites: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  observes: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

/** A tool as `tools/list` shows it. */
export function definitionOf(tool: Tool): ToolDefinition {
  const { name, title, description, effect, input, output, large, unlisted = [] } = tool;
  return {
    name,
    title,
    description,
    inputSchema: without(schemaOf(input, 'input'), unlisted),
    ...(output && { outputSchema: schemaOf(output, 'output') }),
    annotations: { title, ...HINTS[effect], openWorldHint: false },
    ...(large && { _meta: { 'anthropic/maxResultSizeChars': MAX_RESULT_CHARS } }),
  };
}

// The largest value that Claude Code honours before it writes a result to a file instead.
const MAX_RESULT_CHARS = 500_000;

/** JSON Schema (2020-12) of a tool's arguments, plain at the root: clients reject what they do not know. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): ObjectSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, override: dropSafeIntegerBounds });
  return rest as ObjectSchema;
}

function without(schema: ObjectSchema, names: readonly string[]): ObjectSchema {
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function dropSafeIntegerBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
