import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { jsonSchemaOf } from './json-schema-of.ts';

describe('jsonSchemaOf', () => {
  it('says the same in few keywords', () => {
    const schema = z.strictObject({
      path: z.string().check(z.describe('Where')),
      range: z.optional(z.array(z.int()).check(z.length(2))),
      mode: z.optional(z.enum(['a', 'b'])),
      all: z._default(z.boolean(), false).check(z.describe('Each of them')),
      limit: z._default(z.number().check(z.minimum(1), z.maximum(10)), 5),
      where: z.object({ line: z.optional(z.int()) }),
      next: z.optional(z.nullable(z.string())),
      why: z.optional(z.nullable(z.enum(['a']))),
    });
    expect(jsonSchemaOf(schema)).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where' },
        range: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
        mode: { type: 'string', enum: ['a', 'b'] },
        all: { type: 'boolean', default: false, description: 'Each of them' },
        limit: { type: 'number', minimum: 1, maximum: 10, default: 5 },
        where: { type: 'object', properties: { line: { type: 'integer' } } },
        next: { type: ['string', 'null'] },
        why: { type: ['string', 'null'], enum: ['a', null] },
      },
      required: ['path', 'where'],
      additionalProperties: false,
    });
  });

  it('has no words for what arguments are not checked by', () => {
    expect(() => jsonSchemaOf(z.object({ path: z.string().check(z.minLength(1)) }))).toThrow('minLength');
  });
});
