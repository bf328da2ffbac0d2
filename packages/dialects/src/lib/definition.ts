import { CLIENT_CAPS } from './client-caps.ts';
import type { Effect } from './effect.ts';
import type { ObjectSchema } from './json-schema.ts';
import { withCommands } from './several-commands.ts';
import { spellBounds } from './spell-bounds.ts';
import type { Tool } from './tool.ts';
import type { ToolDefinition } from './toolset.ts';
import { TYPED_SCHEMAS } from './typed-forms.ts';

interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

const HINTS: Readonly<Record<Effect, Hints>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  overwrites: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  undoes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  observes: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  stops: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};

// Results of these tools can be long, and clients should not cut them; the others answer in a few lines.
const SHOWS_MUCH: ReadonlySet<Effect> = new Set(['reads', 'runs', 'observes']);

/** A tool as a toolset lists it. */
export function definitionOf(tool: Tool): ToolDefinition {
  const { name, title, description, effect, commands, input, output, typed, unlisted = [] } = tool;
  const listed = commands ? withCommands(input, commands) : input;
  return {
    name,
    title,
    description,
    inputSchema: spellBounds(without(listed, unlisted)),
    ...(output && { outputSchema: output }),
    ...(typed && { typedSchema: TYPED_SCHEMAS[typed] }),
    annotations: { title, ...HINTS[effect], openWorldHint: false },
    _meta: {
      // Claude Code: tools are not hidden behind its search for tools; if a user wants them to be, this finds them.
      'anthropic/alwaysLoad': true,
      'anthropic/searchHint': title,
      ...(SHOWS_MUCH.has(effect) && { 'anthropic/maxResultSizeChars': CLIENT_CAPS.claudeCode.resultChars }),
    },
  };
}

/** A tool as the protocol lists it, to a client that is shown typed forms or not. */
export function listedTool({ typedSchema, ...tool }: ToolDefinition, hasTypes: boolean): ToolDefinition {
  return hasTypes && typedSchema ? { ...tool, outputSchema: typedSchema } : tool;
}

/** The schema without arguments that are accepted but not listed. */
function without(schema: ObjectSchema, names: readonly string[]): ObjectSchema {
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}
