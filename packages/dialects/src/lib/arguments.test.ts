import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseArguments } from './arguments.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

const fields = z.strictObject({
  path: z.string(),
  range: z.optional(z.array(z.int()).check(z.length(2))),
  all: z._default(z.boolean(), false),
  mode: z.optional(z.enum(['a', 'b'])),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  part: z.optional(z.strictObject({ id: z.string(), index: z.int(), last: z.boolean() })),
});
const schema = jsonSchemaOf(fields);

const issuesOf = (args: unknown): unknown => {
  try {
    parseArguments(schema, args);
    return null;
  } catch (error) {
    return (error as { details: { issues: unknown } }).details.issues;
  }
};

describe('parseArguments', () => {
  it('fills in defaults', () => {
    expect(parseArguments(schema, { path: 'x' })).toEqual({ path: 'x', all: false });
  });

  it('takes JSON in a string for what it means', () => {
    expect(parseArguments(schema, { path: '12', range: '[1, 2]', all: 'true', limit: '3' })).toEqual({
      path: '12',
      range: [1, 2],
      all: true,
      limit: 3,
    });
  });

  it('takes it so inside of lists and objects too', () => {
    expect(parseArguments(schema, { path: 'x', range: ['1', 2] })).toMatchObject({ range: [1, 2] });
    expect(parseArguments(schema, { path: 'x', range: '["1", "2"]' })).toMatchObject({ range: [1, 2] });
    const given = { path: 'x', part: { id: '7', index: '0', last: 'true' } };
    expect(parseArguments(schema, given)).toMatchObject({ part: { id: '7', index: 0, last: true } });
    const whole = { path: 'x', part: '{"id": "7", "index": "0", "last": "true"}' };
    expect(parseArguments(schema, whole)).toMatchObject({ part: { id: '7', index: 0, last: true } });
  });

  it.each([
    [undefined, [{ argument: 'path', problem: 'missing', expected: 'string' }]],
    [{ path: 5 }, [{ argument: 'path', problem: 'type', expected: 'string' }]],
    [{ path: 'x', range: 'one' }, [{ argument: 'range', problem: 'type', expected: 'array' }]],
    [{ path: 'x', range: '[1, true]' }, [{ argument: 'range.1', problem: 'type', expected: 'integer' }]],
    [{ path: 'x', part: '[]' }, [{ argument: 'part', problem: 'type', expected: 'object' }]],
    [{ path: 'x', limit: '1.5' }, [{ argument: 'limit', problem: 'type', expected: 'integer' }]],
    [{ path: 'x', limit: '11' }, [{ argument: 'limit', problem: 'too_big', of: 'number', maximum: 10 }]],
    [{ path: 'x', range: [1, 'b'] }, [{ argument: 'range.1', problem: 'type', expected: 'integer' }]],
    [{ path: 'x', range: [1] }, [{ argument: 'range', problem: 'too_small', of: 'array', minimum: 2 }]],
    [{ path: 'x', limit: 11 }, [{ argument: 'limit', problem: 'too_big', of: 'number', maximum: 10 }]],
    [{ path: 'x', mode: 'c' }, [{ argument: 'mode', problem: 'value', values: ['a', 'b'] }]],
    [{ path: 'x', rnge: 1 }, [{ argument: 'rnge', problem: 'unknown' }]],
    ['text', [{ argument: '', problem: 'type', expected: 'object' }]],
  ])('tells what is wrong with %j', (args, expected) => {
    expect(issuesOf(args)).toEqual(expected);
  });
});
