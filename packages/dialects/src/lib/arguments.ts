import { type ArgumentIssue, excerpt, parseBoundedJson, ToolError } from '@dragoman/fs-core/internal/kernel';
import { checkValue, isObject, isText } from './check-value.ts';
import type { ObjectSchema } from './json-schema.ts';
import type { Arguments, Tool } from './tool.ts';

/** Arguments as they are, or from their JSON, as some vendors give them; other text stays what it is. */
export function argumentsFrom(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (given.trim() === '') return {};
  const parsed = parseBoundedJson(given);
  return parsed === undefined ? given : parsed;
}

// No tool takes a tenth of them.
const MOST_ARGUMENTS = 1000;

/** Leaves out arguments that the tool does not know, if there are more than any tool takes: fitting them all takes long. */
export function fewArguments({ properties }: ObjectSchema, args: unknown): unknown {
  try {
    const names = isObject(args) ? Object.keys(args) : [];
    if (!isObject(args) || names.length <= MOST_ARGUMENTS) return args;
    const known = names.filter((name) => Object.hasOwn(properties, name));
    const unknown = names.filter((name) => !Object.hasOwn(properties, name) && args[name] !== null);
    return Object.fromEntries([...known, ...unknown.slice(0, MOST_ARGUMENTS)].map((name) => [name, args[name]]));
  } catch {
    // An embedder's arguments need not be JSON, and reading them may throw.
    return args;
  }
}

/**
 * Checks arguments against a tool's schema, and fills in defaults.
 * @param known issues that were found before
 * @throws ToolError `INVALID_ARGUMENT` with `details.issues`
 */
export function parseArguments(schema: ObjectSchema, args: unknown, known: readonly ArgumentIssue[] = []): Arguments {
  const { value, issues: found, more } = checkValue(schema, args ?? {});
  const issues = [...known, ...found.filter((issue) => !known.some((other) => isAbout(other, issue)))];
  if (issues.length === 0 && isObject(value)) return value;
  const failure = { code: 'INVALID_ARGUMENT', problem: 'arguments', issues, ...(more > 0 && { more }) } as const;
  throw new ToolError(failure, 'Arguments do not fit the tool');
}

function isAbout(one: ArgumentIssue, other: ArgumentIssue): boolean {
  return one.problem === other.problem && one.argument === other.argument;
}

/** The arguments under the names of the tool's schema. To be renamed, null counts as nothing unless the schema requires it. */
export function adaptArguments({ adapt, input }: Tool, args: Arguments): Arguments {
  const { required = [] } = input;
  if (adapt === null) return args;
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

/** UTF-16 units: enough for every path, and for what a sentence may repeat of anything but a text. */
export const MOST_QUOTED_UNITS = 4096;

function quoted(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isText(name) ? value : excerpt(value, MOST_QUOTED_UNITS);
  const isScalar = value === undefined || value === null || ['number', 'boolean'].includes(typeof value);
  return isScalar ? value : (JSON.stringify(value) ?? typeof value);
}
