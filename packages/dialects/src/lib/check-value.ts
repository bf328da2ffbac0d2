import type { JsonSchema, JsonType } from './toolset-contract.ts';

/** What is wrong with one argument. */
export interface ArgumentIssue {
  /** Name of the argument, or path to a part of it: `view_range`, `view_range.0`, `preconditions.version`. */
  readonly argument: string;
  readonly problem: 'missing' | 'type' | 'too_small' | 'too_big' | 'unknown' | 'value';
  /** The JSON type that was expected, where the type is wrong. */
  readonly expected?: string;
  /** What is too small or too big: `number` for a value, `array` for a length. */
  readonly of?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The allowed values, where the schema lists them. */
  readonly values?: readonly unknown[];
}

export interface CheckedValue {
  /** The value with defaults filled in, and without fields that the schema does not name. */
  readonly value: unknown;
  /** Empty where the value fits the schema. */
  readonly issues: readonly ArgumentIssue[];
}

/**
 * Checks a JSON value against a schema, in as much of JSON Schema as `schema.ts` can express. Where the schema wants
 * something other than a string, a string inside the value is parsed as JSON: several clients send numbers and lists
 * so.
 */
export function checkValue(schema: JsonSchema, value: unknown, argument = ''): CheckedValue {
  const { type, enum: values } = schema;
  if (values)
    return checked(value, !values.some((allowed) => allowed === value) && { argument, problem: 'value', values });
  if (typeof type === 'string' && !isOfType(type, value)) {
    return checked(value, { argument, problem: 'type', expected: type });
  }
  if (isObject(value)) return checkFields(schema, value, argument);
  if (Array.isArray(value)) return checkItems(schema, value, argument);
  if (typeof value === 'number') {
    return checked(type === 'integer' ? exactly(value) : value, outOfBounds(schema, argument, value));
  }
  return checked(value);
}

/** JSON allows integers that JavaScript cannot hold exactly: the nearest one that it can stands for them. */
function exactly(value: number): number {
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

const NO_ISSUES: readonly ArgumentIssue[] = [];

function checked(value: unknown, issue: ArgumentIssue | false = false): CheckedValue {
  return { value, issues: issue ? [issue] : NO_ISSUES };
}

function isOfType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outOfBounds({ minimum, maximum }: JsonSchema, argument: string, value: number): ArgumentIssue | false {
  if (minimum !== undefined && value < minimum) return { argument, problem: 'too_small', of: 'number', minimum };
  if (maximum !== undefined && value > maximum) return { argument, problem: 'too_big', of: 'number', maximum };
  return false;
}

function checkItems(
  { items, minItems, maxItems }: JsonSchema,
  value: readonly unknown[],
  argument: string,
): CheckedValue {
  const { length } = value;
  if (minItems !== undefined && length < minItems) {
    return checked(value, { argument, problem: 'too_small', of: 'array', minimum: minItems });
  }
  if (maxItems !== undefined && length > maxItems) {
    return checked(value, { argument, problem: 'too_big', of: 'array', maximum: maxItems });
  }
  const parts: unknown[] = [];
  const issues: ArgumentIssue[] = [];
  for (const [index, item] of value.entries()) {
    const part = checkPart(items ?? {}, item, within(argument, String(index)));
    parts.push(part.value);
    issues.push(...part.issues);
  }
  return { value: parts, issues };
}

function checkFields(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  argument: string,
): CheckedValue {
  const fields: Record<string, unknown> = {};
  const issues: ArgumentIssue[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined) {
      if ('default' in schema) fields[name] = schema.default;
      else if (required.includes(name)) issues.push(missing(within(argument, name), schema));
      continue;
    }
    const field = checkPart(schema, given, within(argument, name));
    fields[name] = field.value;
    issues.push(...field.issues);
  }
  if (additionalProperties === false) {
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(properties, name)) issues.push({ argument: within(argument, name), problem: 'unknown' });
    }
  }
  return { value: fields, issues };
}

function checkPart(schema: JsonSchema, value: unknown, argument: string): CheckedValue {
  const asGiven = checkValue(schema, value, argument);
  const isMistyped = asGiven.issues.some((issue) => issue.problem === 'type' && issue.argument === argument);
  const meant = isMistyped && typeof value === 'string' ? parsed(value) : undefined;
  return meant === undefined ? asGiven : checkValue(schema, meant, argument);
}

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function missing(argument: string, { type }: JsonSchema): ArgumentIssue {
  return { argument, problem: 'missing', ...(typeof type === 'string' && { expected: type }) };
}

function within(argument: string, part: string): string {
  return argument === '' ? part : `${argument}.${part}`;
}
