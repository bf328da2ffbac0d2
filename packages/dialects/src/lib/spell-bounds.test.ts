import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { describeDialect } from './describe-dialect.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import { dialectNames } from './registry.ts';
import { spellBounds } from './spell-bounds.ts';

describe('spellBounds', () => {
  it('puts each limit in words', () => {
    const schema = z.object({
      lines: z.int().check(z.minimum(1), z.maximum(9), z.describe('How many')),
      from: z.int().check(z.minimum(0), z.describe('The first (default: 0)')),
      to: z.int().check(z.maximum(9)),
      mode: z.enum(['a', 'b']),
      part: z.object({ index: z.int().check(z.minimum(0)) }).check(z.describe('Which')),
      text: z.string().check(z.describe('Any')),
    });
    const { properties } = spellBounds(jsonSchemaOf(schema));
    expect(Object.entries(properties).map(([name, { description }]) => [name, description])).toEqual([
      ['lines', 'How many (1 to 9)'],
      ['from', 'The first (default: 0; at least 0)'],
      ['to', 'At most 9'],
      ['mode', 'One of a, b'],
      ['part', 'Which'],
      ['text', 'Any'],
    ]);
    expect(properties.part?.properties?.index).toEqual({ type: 'integer', minimum: 0, description: 'At least 0' });
  });

  it.each(dialectNames())('leaves no limit of %s to keywords that a client may drop', async (name) => {
    const dialect = await describeDialect(name);
    let checked = 0;
    const check = ({ properties = {}, description = '', ...field }: JsonSchema): void => {
      const limits = [field.minimum, field.maximum, ...(field.enum ?? [])];
      for (const limit of limits.filter((value) => value !== undefined)) {
        expect(description).toMatch(new RegExp(`\\b${limit}\\b`));
        checked += 1;
      }
      for (const part of Object.values(properties)) check(part);
    };
    for (const tool of dialect.toolNames) check(dialect.describe(tool)?.inputSchema ?? {});
    // Dialect `codex` has sentences of its own for what is too small, and takes the nearest of what is too large.
    expect(checked > 0).toBe(name !== 'codex');
  });
});
