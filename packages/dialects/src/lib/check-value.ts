import { type ArgumentIssue, parseJson } from '@dragoman/tools';
import type { JsonSchema, JsonType } from './json-schema.ts';

export interface CheckedValue {
  /** The value with defaults filled in, and without fields that the schema does not name. */
  readonly value: unknown;
  /** Empty if the value fits the schema. */
  readonly issues: readonly ArgumentIssue[];
}

/**
 * Checks a JSON value against a schema, in as much of JSON Schema as `jsonSchemaOf` lets through. What clients are known to
 * send in place of a value is taken for it: null for a field that is not required is its absence; a string is parsed as
 * JSON if the schema wants something else; and an object or array for the text `content` is its JSON.
 */
export function checkValue(schema: JsonSchema, value: unknown): CheckedValue {
  const issues: ArgumentIssue[] = [];
  return { value: coerce(schema, value, issues), issues };
}

/** The value as the schema has it; what is wrong with it is added to `issues`, by paths that begin at the value. */
function coerce(schema: JsonSchema, value: unknown, issues: ArgumentIssue[]): unknown {
  const { type, enum: values } = schema;
  if (values) {
    if (!values.some((allowed) => allowed === value)) issues.push({ argument: '', problem: 'value', values });
    return value;
  }
  if (typeof type === 'string' && !isOfType(type, value)) {
    issues.push({ argument: '', problem: 'type', expected: type });
    return value;
  }
  if (isObject(value)) return coerceFields(schema, value, issues);
  if (Array.isArray(value)) return coerceItems(schema, value, issues);
  return typeof value === 'number' ? coerceNumber(schema, value, issues) : value;
}

function coerceNumber({ type, minimum, maximum }: JsonSchema, value: number, issues: ArgumentIssue[]): number {
  if (minimum !== undefined && value < minimum)
    issues.push({ argument: '', problem: 'too_small', of: 'number', minimum });
  else if (maximum !== undefined && value > maximum)
    issues.push({ argument: '', problem: 'too_big', of: 'number', maximum });
  return type === 'integer' ? exactly(value) : value;
}

/** JSON allows integers that JavaScript cannot hold exactly: the nearest one that it can stands for them. */
function exactly(value: number): number {
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function coerceItems(
  { items, minItems, maxItems }: JsonSchema,
  value: readonly unknown[],
  issues: ArgumentIssue[],
): readonly unknown[] {
  const { length } = value;
  if (minItems !== undefined && length < minItems) {
    issues.push({ argument: '', problem: 'too_small', of: 'array', minimum: minItems });
    return value;
  }
  if (maxItems !== undefined && length > maxItems) {
    issues.push({ argument: '', problem: 'too_big', of: 'array', maximum: maxItems });
    return value;
  }
  return value.map((item, index) => coercePart({ name: String(index), schema: items ?? {} }, item, issues));
}

function coerceFields(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  issues: ArgumentIssue[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in properties) {
    const schema = properties[name] ?? {};
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const isRequired = required.includes(name);
    if (given !== undefined && (given !== null || isRequired)) {
      fields[name] = coercePart({ name, schema }, name === CONTENT ? contentText(schema, given) : given, issues);
    } else if ('default' in schema) fields[name] = schema.default;
    else if (isRequired) issues.push(missing(name, schema));
  }
  if (additionalProperties === false) {
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(properties, name) && value[name] !== null) issues.push({ argument: name, problem: 'unknown' });
    }
  }
  return fields;
}

const CONTENT = 'content';

/** Some clients parse every argument that looks like JSON, even what a file is to hold. */
function contentText({ type }: JsonSchema, value: unknown): unknown {
  if (type !== 'string' || typeof value !== 'object' || value === null) return value;
  try {
    return JSON.stringify(value);
  } catch {
    // A program may pass what JSON cannot hold; the schema refuses it.
    return value;
  }
}

interface Part {
  /** Of a field, or the index of an item. */
  readonly name: string;
  readonly schema: JsonSchema;
}

function coercePart({ name, schema }: Part, value: unknown, issues: ArgumentIssue[]): unknown {
  const before = issues.length;
  const asGiven = coerce(schema, value, issues);
  if (issues.length === before) return asGiven;
  const isMistyped = typeof value === 'string' && issues[before]?.problem === 'type';
  const meant = isMistyped ? parseJson(value) : undefined;
  if (meant !== undefined) issues.length = before;
  const result = meant === undefined ? asGiven : coerce(schema, meant, issues);
  const own = issues.splice(before);
  for (const issue of own)
    issues.push({ ...issue, argument: issue.argument === '' ? name : `${name}.${issue.argument}` });
  return result;
}

function missing(argument: string, { type }: JsonSchema): ArgumentIssue {
  return { argument, problem: 'missing', ...(typeof type === 'string' && { expected: type }) };
}
