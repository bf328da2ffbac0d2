import { type ArgumentIssue, excerpt, parseBoundedJson } from '@dragoman/fs-core/internal/kernel';
import type { JsonSchema, JsonType } from './json-schema.ts';

export interface CheckedValue {
  /** The value with defaults filled in, and without fields that the schema does not name. */
  readonly value: unknown;
  /** Empty if the value fits the schema; ten at most. */
  readonly issues: readonly ArgumentIssue[];
  /** Number of further issues. */
  readonly more: number;
}

// A caller that can make one mistake can make a million.
const MOST_ISSUES = 10;
const MOST_NAME_UNITS = 100;
// No tool is asked for so much of anything, and each item is work.
const MOST_ITEMS = 10_000;

// What goes into a file or to a program. Any other string is a path, a pattern or a name: in a long one, looking for what
// it stands for takes seconds in which nobody else is served.
const TEXTS: ReadonlySet<string> = new Set([
  ...['content', 'input', 'replacement', 'expected_text', 'file_text', 'insert_text'],
  ...['old_string', 'new_string', 'old_str', 'new_str', 'oldText', 'newText'],
  ...['command', 'cmd', 'chars'],
]);
const MOST_UNITS_OF_NAMES = 64 * 1024;

/** A value within the one that is checked, and what was found so far. */
interface Place {
  /** Names of fields and indices of items, with dots between them; empty for the whole. */
  readonly path: string;
  /** True for a text, and for what lies in a list of texts. */
  readonly mayBeLong: boolean;
  readonly findings: { readonly issues: ArgumentIssue[]; more: number };
}

function report({ path: argument, findings }: Place, issue: Omit<ArgumentIssue, 'argument'>): void {
  if (findings.issues.length < MOST_ISSUES) findings.issues.push({ argument, ...issue });
  else findings.more += 1;
}

function within({ path, findings }: Place, name: string, mayBeLong = isText(name)): Place {
  return { path: path === '' ? name : `${path}.${name}`, mayBeLong, findings };
}

/**
 * Checks a JSON value against a schema, in as much of JSON Schema as `jsonSchemaOf` lets through. What clients are known to
 * send in place of a value is taken for it: null for a field that is not required is its absence; a string is parsed as
 * JSON if the schema wants something else; and an object or array for the text `content` is its JSON.
 */
export function checkValue(schema: JsonSchema, value: unknown): CheckedValue {
  const findings = { issues: [], more: 0 };
  return { value: coerce(schema, value, { path: '', mayBeLong: true, findings }), ...findings };
}

/** The value as the schema has it; what is wrong with it is reported. */
function coerce(schema: JsonSchema, value: unknown, place: Place): unknown {
  const { type, enum: values } = schema;
  if (values) {
    if (!values.some((allowed) => allowed === value)) report(place, { problem: 'value', values });
    return value;
  }
  if (typeof type === 'string' && !isOfType(type, value)) {
    report(place, { problem: 'type', expected: type });
    return value;
  }
  if (typeof value === 'string' && value.length > MOST_UNITS_OF_NAMES && !place.mayBeLong)
    report(place, { problem: 'too_big', of: 'string', maximum: MOST_UNITS_OF_NAMES });
  if (isObject(value)) return coerceFields(schema, value, place);
  if (Array.isArray(value)) return coerceItems(schema, value, place);
  return typeof value === 'number' ? coerceNumber(schema, value, place) : value;
}

function coerceNumber({ type, minimum, maximum }: JsonSchema, value: number, place: Place): number {
  if (minimum !== undefined && value < minimum) report(place, { problem: 'too_small', of: 'number', minimum });
  else if (maximum !== undefined && value > maximum) report(place, { problem: 'too_big', of: 'number', maximum });
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
  { items, minItems, maxItems = MOST_ITEMS }: JsonSchema,
  value: readonly unknown[],
  place: Place,
): readonly unknown[] {
  const { length } = value;
  if (minItems !== undefined && length < minItems) {
    report(place, { problem: 'too_small', of: 'array', minimum: minItems });
    return value;
  }
  if (length > maxItems) {
    report(place, { problem: 'too_big', of: 'array', maximum: maxItems });
    return value;
  }
  const schema = items ?? {};
  return value.map((item, index) => coerce(schema, meant(schema, item), within(place, String(index), place.mayBeLong)));
}

function coerceFields(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  place: Place,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name in properties) {
    const schema = properties[name] ?? {};
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const isRequired = required.includes(name);
    if (given !== undefined && (given !== null || isRequired)) {
      const sent = name === CONTENT ? contentText(schema, given) : given;
      fields[name] = coerce(schema, meant(schema, sent), within(place, name));
    } else if ('default' in schema) fields[name] = schema.default;
    else if (isRequired) report(within(place, name), missing(schema));
  }
  if (additionalProperties === false) {
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name) || value[name] === null) continue;
      report(within(place, excerpt(name, MOST_NAME_UNITS)), { problem: 'unknown' });
    }
  }
  return fields;
}

const CONTENT = 'content';

const NUMERAL = /^\s*-?\d[\d.eE+-]*\s*$/;

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

/** Parses a string of JSON where the schema wants something else than a string; else returns the value itself. */
function meant({ type, enum: values }: JsonSchema, value: unknown): unknown {
  if (type === 'boolean' && typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value))
    return /true/i.test(value);
  const isMistyped = typeof value === 'string' && values === undefined && typeof type === 'string' && type !== 'string';
  const parsed = isMistyped && BEGINS[type].test(value) ? parseBoundedJson(value) : undefined;
  return parsed === undefined ? value : parsed;
}

// JSON of each type begins so. A parser that fails takes long to say it, and a list may have thousands of such items.
const BEGINS: Readonly<Record<JsonType, RegExp>> = {
  array: /^\s*\[/,
  object: /^\s*\{/,
  integer: NUMERAL,
  number: NUMERAL,
  boolean: /^\s*(?:true|false)\s*$/,
  null: /^\s*null\s*$/,
  string: /^\s*"/,
};

function missing({ type }: JsonSchema): Omit<ArgumentIssue, 'argument'> {
  return { problem: 'missing', ...(typeof type === 'string' && { expected: type }) };
}

/** True for an argument that goes into a file or to a program, and so may be long. */
export function isText(argument: string): boolean {
  return TEXTS.has(argument);
}
