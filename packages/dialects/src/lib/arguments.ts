import { ToolError } from '@dragoman/tools';
import type * as z from 'zod/mini';

/** What is wrong with one argument. */
export interface ArgumentIssue {
  /** Name of the argument, with the position in it where it has parts: `view_range`, `preconditions.version`. */
  readonly argument: string;
  readonly problem: 'missing' | 'type' | 'too_small' | 'too_big' | 'unknown' | 'value';
  /** The JSON type that was expected, where the type is wrong. */
  readonly expected?: string;
  /** What was measured: the value of a number, the length of a string or an array. */
  readonly of?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What the value may be, where there are a few. */
  readonly values?: readonly unknown[];
}

/**
 * Checks arguments against a tool's schema. Numbers, booleans, arrays and objects that arrive as JSON in a string are
 * taken for what they mean, since several clients send them so.
 * @throws ToolError `INVALID_ARGUMENT` with `details.issues`
 */
export function parseArguments<Input extends z.ZodMiniObject>(input: Input, args: unknown): z.output<Input> {
  const first = input.safeParse(args ?? {});
  if (first.success) return first.data;
  const unwrapped = unwrap(args, first.error.issues);
  const second = unwrapped === null ? first : input.safeParse(unwrapped);
  if (second.success) return second.data;
  const issues = firstOfEach(second.error.issues.flatMap((issue) => describe(issue, args)));
  throw new ToolError('INVALID_ARGUMENT', 'Arguments do not fit the tool', { issues });
}

/** A value of the wrong type may break rules for its size too, which says nothing more. */
function firstOfEach(issues: readonly ArgumentIssue[]): ArgumentIssue[] {
  return issues.filter(({ argument }, index) => issues.findIndex((other) => other.argument === argument) === index);
}

type Issue = z.core.$ZodIssue;

/** Parses the strings that stand where the schema wants something else; null where there are none. */
function unwrap(args: unknown, issues: readonly Issue[]): Record<string, unknown> | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  const fields: Record<string, unknown> = { ...args };
  let changed = false;
  for (const issue of issues) {
    const name = issue.path[0];
    if (issue.code !== 'invalid_type' || issue.path.length !== 1 || typeof name !== 'string') continue;
    const value = fields[name];
    if (typeof value !== 'string') continue;
    const meant = parseJson(value);
    if (meant === undefined) continue;
    fields[name] = meant;
    changed = true;
  }
  return changed ? fields : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(issue: Issue, args: unknown): ArgumentIssue[] {
  const argument = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_type':
      return [
        valueAt(args, issue.path) === undefined
          ? { argument, problem: 'missing', expected: issue.expected }
          : { argument, problem: 'type', expected: issue.expected },
      ];
    case 'too_small':
      return [{ argument, problem: 'too_small', of: issue.origin, minimum: Number(issue.minimum) }];
    case 'too_big':
      return [{ argument, problem: 'too_big', of: issue.origin, maximum: Number(issue.maximum) }];
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ argument: [...issue.path, key].join('.'), problem: 'unknown' }));
    case 'invalid_value':
      return [{ argument, problem: 'value', values: issue.values }];
    default:
      return [{ argument, problem: 'value' }];
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
