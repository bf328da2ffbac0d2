import { ToolError } from '@dragoman/tools';
import { type ArgumentIssue, checkValue } from './check-value.ts';
import type { FieldsSchema, Output } from './schema.ts';

/**
 * Checks arguments against a tool's schema. Numbers, booleans, arrays and objects that arrive as JSON in a string are
 * taken for what they mean, since several clients send them so.
 * @throws ToolError `INVALID_ARGUMENT` with `details.issues`
 */
export function parseArguments<Input extends FieldsSchema>({ json }: Input, args: unknown): Output<Input> {
  const first = checkValue(json, args ?? {});
  const unwrapped = unwrap(args, first.issues);
  const { value, issues } = unwrapped === null ? first : checkValue(json, unwrapped);
  if (issues.length > 0) throw new ToolError('INVALID_ARGUMENT', 'Arguments do not fit the tool', { issues });
  // Nothing else fits the schema.
  return value as Output<Input>;
}

/** Parses the strings that stand where the schema wants something else; null where there are none. */
function unwrap(args: unknown, issues: readonly ArgumentIssue[]): Record<string, unknown> | null {
  const meant = issues.filter(({ problem }) => problem === 'type').flatMap(({ argument }) => meaningOf(args, argument));
  return meant.length === 0 ? null : { ...(args as object), ...Object.fromEntries(meant) };
}

function meaningOf(args: unknown, argument: string): (readonly [string, unknown])[] {
  if (typeof args !== 'object' || args === null || !Object.hasOwn(args, argument)) return [];
  const given: unknown = Reflect.get(args, argument);
  if (typeof given !== 'string') return [];
  try {
    return [[argument, JSON.parse(given)]];
  } catch {
    return [];
  }
}
