import { readFileSync } from 'node:fs';
import { ToolError } from '@dragoman/fs-core';
import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { fitArguments } from './fit-arguments.ts';
import type { JsonSchema } from './json-schema.ts';
import { loadDialect } from './load-dialect.ts';
import { checkedSchema } from './several-commands.ts';
import type { Tool } from './tool.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

const recorded = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../test/dialects/${path}`, import.meta.url), 'utf8'));

/** Schemas that today's clients give their models, by the dialect that stands for them. */
const VENDORS = {
  claude: Object(recorded('claude/recorder/recording.json')).schemas as Schemas,
  'gemini-cli': Object(recorded('gemini-cli/recording.json')).schemas as Schemas,
  codex: recorded('codex/schemas.json') as Schemas,
};

describe('arguments that the schema of a vendor allows', () => {
  it.each(Object.entries(VENDORS))('are refused by no check of %s', async (name, schemas) => {
    const { tools, unlistedTools = [] } = await loadDialect(name as keyof typeof VENDORS);
    const own = [...tools, ...unlistedTools];
    const taken = Object.entries(schemas).map(
      ([each, schema]) => [own.find((tool) => tool.name === each), schema] as const,
    );
    expect(taken.map(([tool]) => tool?.name)).toEqual(Object.keys(schemas));
    for (const [tool, schema] of taken)
      if (tool)
        fc.assert(
          fc.property(allowedBy(schema), (args) => void expect(issuesOf(tool, args)).toEqual([])),
          ROUNDS,
        );
  });
});

const ROUNDS = { numRuns: testRounds(300) };

function issuesOf(tool: Tool, given: unknown): readonly unknown[] {
  const { args, issues } = fitArguments(tool, given);
  try {
    parseArguments(checkedSchema(tool), args, issues);
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [error.details, error.message];
  }
}

/** All values that a schema allows, as far as the vendors' have keywords. */
function allowedBy(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: values, items = {}, properties = {}, required = [], minItems = 0 } = schema;
  if (values) return fc.constantFrom(...values);
  const { minimum, exclusiveMinimum, maximum } = schema;
  const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined);
  const range = { ...(least !== undefined && { min: least }), ...(maximum !== undefined && { max: maximum }) };
  switch (type) {
    case 'string':
      return fc.string();
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.maxSafeInteger().filter((value) => value >= (least ?? -Infinity)),
        fc.integer(small(range)),
      );
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -3, max: 9 }));
    case 'array':
      return fc.array(allowedBy(items), { minLength: minItems, maxLength: 5 });
    case 'object': {
      const fields = Object.entries(properties).map(([name, field]) => [name, allowedBy(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    default:
      throw new Error(`No values of type ${type}`);
  }
}

/** Integers in which bounds and their neighbours are frequent. */
function small({ min = -3 }: { readonly min?: number }) {
  return { min, max: min + 9 };
}
