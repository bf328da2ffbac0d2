import { parseBoundedJson, ToolError } from '@dragoman/fs-core/internal/kernel';
import { checkValue, isObject, quotedAs } from './check-value.ts';
import type { ObjectSchema } from './json-schema.ts';
import type { Arguments, Tool } from './tool.ts';

/** Arguments as they are, or from their JSON, as some vendors give them; other text stays what it is. */
export function argumentsFrom(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return {};
  const parsed = parseBoundedJson(given);
  return parsed === undefined ? given : parsed;
}

/**
 * Checks arguments against a tool's schema, and fills in defaults.
 * @throws ToolError `INVALID_ARGUMENT` with `details.issues`
 */
export function parseArguments(schema: ObjectSchema, args: unknown): Arguments {
  const { value, issues, more } = checkValue(schema, args ?? {});
  if (issues.length === 0 && isObject(value)) return value;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'arguments', issues, ...(more > 0 && { more }) } as const;
  throw new ToolError(failure, 'Arguments do not fit the tool');
}

// No tool takes a tenth of them, and copies of more would hold up others.
const MOST_ADAPTED = 1000;

/** The arguments under the names of the tool's schema. To be renamed, null counts as nothing unless the schema requires it. */
export function adaptArguments({ adapt, input }: Tool, args: Arguments): Arguments {
  const { required = [] } = input;
  if (adapt === null || Object.keys(args).length > MOST_ADAPTED) return args;
  const present = Object.entries(args).filter(([name, value]) => value !== null || required.includes(name));
  const given = present.length === Object.keys(args).length ? args : Object.fromEntries(present);
  return adapt(given);
}

/** Arguments as the sentence for a failure can quote them: in place of an object or a list stands its JSON. */
export function quotable(tool: Tool | null, args: unknown): Arguments {
  if (tool === null || !isObject(args)) return {};
  try {
    const given = adaptArguments(tool, args);
    const names = Object.keys(tool.input.properties).filter((name) => Object.hasOwn(given, name));
    return Object.fromEntries(names.map((name) => [name, quoted(name, given[name])]));
  } catch {
    // An embedder's arguments need not be JSON, and reading them may throw.
    return {};
  }
}

function quoted(name: string, value: unknown): unknown {
  if (typeof value === 'string') return quotedAs(name, value);
  const isScalar = value === undefined || value === null || ['number', 'boolean'].includes(typeof value);
  return isScalar ? value : (JSON.stringify(value) ?? typeof value);
}
