import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkValue } from '../packages/dialects/src/lib/check-value.ts';
import type { JsonSchema } from '../packages/dialects/src/lib/json-schema.ts';
import { type FieldsSchema, jsonSchemaOf } from '../packages/dialects/src/lib/json-schema-of.ts';
import { loadDialect } from '../packages/dialects/src/lib/load-dialect.ts';
import { type DialectName, dialectNames, inputs, outputs } from '../packages/dialects/src/lib/registry.ts';
import { jsonSchemasIn } from '../tooling/built-schemas.mjs';

const top = join(import.meta.dirname, '..');

type Groups<Schema> = Readonly<Record<string, Readonly<Record<string, Schema>>>>;

const dialects = dialectNames().map((name) => ({ name, zod: groupsOf(name) }));

function groupsOf(name: DialectName): Groups<FieldsSchema> {
  return { input: inputs[name], ...(name in outputs && { output: outputs[name as keyof typeof outputs] }) };
}

const schemasOf = (name: string): Promise<Groups<JsonSchema>> =>
  jsonSchemasIn(join(top, `packages/dialects/src/lib/${name}/schemas.ts`));

describe('what the apps hold in place of zod', () => {
  it.each(dialects)('is what $name makes of zod where nothing is built', async ({ name, zod }) => {
    const made = Object.entries(zod).map(([group, schemas]) => [group, madeOf(schemas)]);
    expect(JSON.stringify(await schemasOf(name))).toBe(JSON.stringify(Object.fromEntries(made)));
  });

  it.each(dialects)('goes by the names of the tools of $name', async ({ name, zod }) => {
    const { tools, unlistedTools = [] } = await loadDialect(name);
    const taken = [...tools, ...unlistedTools];
    expect(Object.fromEntries(taken.map((tool) => [tool.name, tool.input]))).toEqual(madeOf(zod.input ?? {}));
  });

  it.each(dialects)('lets through what zod does in $name', async ({ name, zod }) => {
    const built = await schemasOf(name);
    for (const [tool, schema] of Object.entries(zod.input ?? {})) assertAgreement(schema, built.input?.[tool] ?? {});
  });

  it.each(['cli', 'mcp-stdio'])('is all that %s has: no zod/mini', (app) => {
    const dist = join(top, 'apps', app, 'dist');
    const parts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.filter((file) => readFileSync(join(dist, file), 'utf8').includes('ZodMini'))).toEqual([]);
  });
});

function madeOf(schemas: Readonly<Record<string, FieldsSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([tool, schema]) => [tool, jsonSchemaOf(schema)]));
}

/** Compares two schemas: what zod takes is taken as it is; what else is taken for a value is a value that zod takes. */
function assertAgreement(zod: FieldsSchema, json: JsonSchema): void {
  fc.assert(
    fc.property(valuesNear(json), (value) => {
      const parsed = zod.safeParse(value);
      const checked = checkValue(json, value);
      if (parsed.success) expect(checked).toEqual({ value: parsed.data, issues: [], more: 0 });
      const meant = zod.safeParse(checked.value);
      if (checked.issues.length === 0) expect(meant).toEqual({ success: true, data: checked.value });
    }),
  );
}

/** Values that fit a schema or fail to in some place. */
function valuesNear(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: valuesIn(schema), weight: 30 },
    { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
    { arbitrary: fc.constantFrom(null, '1', '[1, 2]', 'true', 2 ** 60, 0.5, 0, -1), weight: 1 },
  );
}

function valuesIn({ type, enum: values, minimum = 0, maximum = 1000, ...schema }: JsonSchema): fc.Arbitrary<unknown> {
  if (values) return fc.constantFrom(...values);
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const other: [string, fc.Arbitrary<unknown>] = ['other', fc.constantFrom(null, 1)];
      const fields = Object.entries(properties).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
        const values = valuesNear(field);
        return [name, required.includes(name) ? values : fc.option(values, { nil: undefined })];
      });
      return fc.record(Object.fromEntries([...fields, other]), { requiredKeys: Object.keys(properties) });
    }
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema;
      return fc.array(valuesNear(schema.items ?? {}), { minLength: minItems, maxLength: maxItems });
    }
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.string();
  }
}
