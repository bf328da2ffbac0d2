import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkValue } from './check-value.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

const fields = {
  text: z.string(),
  count: z._default(z.int().check(z.minimum(0)), 3),
  lines: z.optional(z.array(z.number())),
  only_if: z.optional(z.strictObject({ total: z.optional(z.int()) })),
};
const strict = jsonSchemaOf(z.strictObject(fields));
const lenient = jsonSchemaOf(z.object(fields));

describe('checkValue', () => {
  it('fills in defaults, and passes over what the schema does not name', () => {
    expect(checkValue(lenient, { text: 'a', other: 1 })).toEqual({ value: { text: 'a', count: 3 }, issues: [] });
  });

  it.each([2 ** 53 - 1, 2 ** 53, 1e300])('counts with %d as far as it can', (count) => {
    const value = { text: 'a', count: Number.MAX_SAFE_INTEGER };
    expect(checkValue(strict, { text: 'a', count })).toEqual({ value, issues: [] });
  });

  it.each([
    [
      { text: 'a', count: -(2 ** 60) },
      { argument: 'count', problem: 'too_small', of: 'number', minimum: 0 },
    ],
    [
      { text: 'a', only_if: { totl: 1 } },
      { argument: 'only_if.totl', problem: 'unknown' },
    ],
    [
      { text: 'a', only_if: { total: 1.5 } },
      { argument: 'only_if.total', problem: 'type', expected: 'integer' },
    ],
    [
      { text: 'a', lines: [1, Number.POSITIVE_INFINITY] },
      { argument: 'lines.1', problem: 'type', expected: 'number' },
    ],
    [{ text: null }, { argument: 'text', problem: 'type', expected: 'string' }],
    [JSON.parse('{"text": "a", "__proto__": {}}'), { argument: '__proto__', problem: 'unknown' }],
    [Object.create({ text: 'inherited' }), { argument: 'text', problem: 'missing', expected: 'string' }],
    [[], { argument: '', problem: 'type', expected: 'object' }],
  ])('finds what is wrong with %j', (value, issue) => {
    expect(checkValue(strict, value).issues).toEqual([issue]);
  });

  it('takes no longer for each of many mistakes', () => {
    const wrong = Array.from({ length: 300_000 }, () => 'x');
    expect(checkValue(strict, { text: 'a', lines: wrong }).issues).toHaveLength(wrong.length);
  });

  it('makes of what fits a value that fits as it is, and never throws', () => {
    const arbitrary = fc.oneof(fc.anything(), fc.record({ text: fc.string(), count: fc.anything() }));
    fc.assert(
      fc.property(arbitrary, fc.boolean(), (value, isStrict) => {
        const schema = isStrict ? strict : lenient;
        const first = checkValue(schema, value);
        if (first.issues.length === 0) expect(checkValue(schema, first.value)).toEqual(first);
      }),
    );
  });
});
