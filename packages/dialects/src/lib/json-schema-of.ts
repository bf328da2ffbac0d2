import * as z from 'zod/mini';
import type { JsonSchema, ObjectSchema } from './json-schema.ts';

/** The schema of an object: a tool's arguments, or its structured result. */
export type FieldsSchema = z.ZodMiniObject;

/**
 * A schema as clients see it and as `checkValue` enforces it. The apps hold what this makes when they are built, and no
 * zod: see `tooling/built-schemas.mjs`.
 */
export function jsonSchemaOf(schema: FieldsSchema): ObjectSchema {
  // As it would be sent: what zod adds for itself is not enumerable.
  const { $schema, ...json } = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));
  const { properties = {}, required, additionalProperties } = plain(json);
  return {
    type: 'object',
    properties,
    ...(required && { required }),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

/** Keywords that `checkValue` knows, in the order in which clients see them. */
const KEYWORDS: readonly string[] = [
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
  // Of results only, which are not checked.
  ...['anyOf', 'const'],
  ...['enum', 'minimum', 'maximum', 'default', 'description'],
];

/** The schema without unions with null, and without the limits of JavaScript's integers, which every integer would show. */
function plain({ anyOf, ...rest }: ZodsSchema): JsonSchema {
  const schema = anyOf ? { ...rest, ...unionOf(anyOf) } : rest;
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.includes(keyword));
  if (unknown.length > 0) throw new Error(`Arguments are not checked by ${unknown.join(', ')}`);
  const said = KEYWORDS.filter((keyword) => keyword in schema && !isIntegerLimit(schema[keyword]));
  const { properties, items } = schema;
  return {
    ...Object.fromEntries(said.map((keyword) => [keyword, schema[keyword]])),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plain(field)])),
    }),
    ...(items && { items: plain(items) }),
  };
}

interface ZodsSchema extends JsonSchema {
  readonly anyOf?: readonly [JsonSchema, JsonSchema];
}

function unionOf(members: readonly [JsonSchema, JsonSchema]): JsonSchema {
  return members[1].type === 'null' ? withNull(members[0]) : { anyOf: members.map(plain) };
}

function withNull(schema: JsonSchema): JsonSchema {
  const { type = [], enum: values } = schema;
  return { ...schema, type: [type, 'null' as const].flat(), ...(values && { enum: [...values, null] }) };
}

function isIntegerLimit(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}
