import type { JsonSchema, ObjectSchema } from './json-schema.ts';

/**
 * The schema with each limit of a field in the words of its description too: some clients pass on only types and
 * descriptions. Limits are the smallest and the largest value, and the values of an enumeration.
 */
export function spellBounds(schema: ObjectSchema): ObjectSchema {
  return { ...schema, properties: spelledFields(schema.properties) };
}

function spelledFields(fields: ObjectSchema['properties']): ObjectSchema['properties'] {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, spelledField(field)]));
}

function spelledField(field: JsonSchema): JsonSchema {
  const { properties, description } = field;
  const bounds = [field.enum && `one of ${field.enum.join(', ')}`, rangeOf(field)].filter((bound) => bound).join(', ');
  return {
    ...field,
    ...(properties && { properties: spelledFields(properties) }),
    ...(bounds !== '' && { description: withBounds(description, bounds) }),
  };
}

function withBounds(description: string | undefined, bounds: string): string {
  if (description === undefined) return `${bounds[0]?.toUpperCase()}${bounds.slice(1)}`;
  return description.endsWith(')') ? `${description.slice(0, -1)}; ${bounds})` : `${description} (${bounds})`;
}

function rangeOf({ minimum, maximum }: JsonSchema): string | null {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? null : `at most ${maximum}`;
}
