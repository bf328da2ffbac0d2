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

/** A value as it is, as its JSON, or null in its place: what clients send for a field that is not required. */
function sent<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | string | null> {
  return fc.oneof(
    { weight: 3, arbitrary: values },
    values.map((value) => JSON.stringify(value)),
    fc.constant(null),
  );
}

/** Fields that fit both schemas. */
const sentFields = fc.record(
  {
    text: fc.string(),
    count: sent(fc.nat()),
    lines: sent(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }))),
    only_if: sent(fc.record({ total: fc.integer() }, { requiredKeys: [] })),
  },
  { requiredKeys: ['text'] },
);

/** Fields that no schema names. */
const others = fc.dictionary(
  fc.string().map((name) => `other ${name}`),
  fc.anything(),
);

describe('checkValue', () => {
  it('fills in defaults, and passes over what the schema does not name', () => {
    expect(checkValue(lenient, { text: 'a', other: 1 })).toEqual({
      value: { text: 'a', count: 3 },
      issues: [],
      more: 0,
    });
  });

  it.each([2 ** 53 - 1, 2 ** 53, 1e300])('counts with %d as far as it can', (count) => {
    const value = { text: 'a', count: Number.MAX_SAFE_INTEGER };
    expect(checkValue(strict, { text: 'a', count })).toEqual({ value, issues: [], more: 0 });
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

  it('names ten of many mistakes, and counts the rest', () => {
    const wrong = Array.from({ length: 10_000 }, () => 'x');
    const unknown = Object.fromEntries(wrong.map((_, index) => [`x${index}`, 1]));
    const checked = [{ lines: wrong }, unknown, { only_if: unknown }].map((value) =>
      checkValue(strict, { text: 'a', ...value }),
    );
    for (const { issues, more } of checked) {
      expect(issues).toHaveLength(10);
      expect(more).toBe(wrong.length - 10);
    }
  });

  it('takes no list of more items than anything needs, whether or not the schema bounds it', () => {
    const lines = (length: number) => ({ text: 'a', lines: Array.from({ length }, () => 1) });
    expect(checkValue(strict, lines(10_000)).issues).toEqual([]);
    expect(checkValue(strict, lines(10_001)).issues).toEqual([
      { argument: 'lines', problem: 'too_big', of: 'array', maximum: 10_000 },
    ]);
  });

  it('cuts a long name that nobody knows', () => {
    const { issues } = checkValue(strict, { text: 'a', ['x'.repeat(1_000_000)]: 1 });
    expect(issues).toEqual([{ argument: `${'x'.repeat(100)}…`, problem: 'unknown' }]);
  });

  it('takes a long string for what goes into a file only', () => {
    const schema = jsonSchemaOf(z.strictObject({ content: z.string(), path: z.string(), paths: z.array(z.string()) }));
    const long = 'a'.repeat(100_000);
    const tooBig = { problem: 'too_big', of: 'string', maximum: 65_536 };
    expect(checkValue(schema, { content: long, path: 'a', paths: ['a'] }).issues).toEqual([]);
    expect(checkValue(schema, { content: 'a', path: long, paths: ['a', long] }).issues).toEqual([
      { argument: 'path', ...tooBig },
      { argument: 'paths.1', ...tooBig },
    ]);
  });

  it('leaves JSON in a string alone that is nested too deeply', () => {
    const { value, issues } = checkValue(strict, { text: 'a', lines: '['.repeat(3_000_000) });
    expect(issues).toEqual([{ argument: 'lines', problem: 'type', expected: 'array' }]);
    expect(value).toMatchObject({ text: 'a' });
  });

  it('makes of what fits a value that fits as it is', () => {
    const values = fc.oneof(
      fc.tuple(sentFields, fc.constant(strict)),
      fc.tuple(
        fc.tuple(others, sentFields).map(([more, fields]) => ({ ...more, ...fields })),
        fc.constant(lenient),
      ),
    );
    fc.assert(
      fc.property(values, ([value, schema]) => {
        const first = checkValue(schema, value);
        expect(first.issues).toEqual([]);
        expect(checkValue(schema, first.value)).toEqual(first);
      }),
    );
  });

  it('throws at nothing, and takes again what it took', () => {
    const values = fc.oneof(fc.anything(), fc.record({ text: fc.string(), count: fc.anything() }));
    fc.assert(
      fc.property(values, fc.constantFrom(strict, lenient), (value, schema) => {
        const first = checkValue(schema, value);
        const again = first.issues.length === 0 ? checkValue(schema, first.value) : first;
        expect(again).toEqual(first);
      }),
    );
  });
});
