import { describe, expect, it } from 'vitest';
import { measureJson, parseBoundedJson } from './json-bounds.ts';

describe('measureJson', () => {
  it.each([
    ['', 0, 0],
    ['1', 0, 0],
    ['[[[]]]', 3, 3],
    ['[[[[', 4, 4],
    ['{"a":{"b":{"c":{', 4, 4],
    ['[[],[],[]]', 6, 2],
    ['[1,2,3,4,5,6]', 6, 1],
    ['{"a":1,"b":1,"c":1}', 3, 1],
    ['"[[[[[[[[,,,,,,,,"', 0, 0],
    ['["\\"[[[[", "\\\\", "\\\\\\"[[[["]', 3, 1],
    ['["\\\\",[[[[', 6, 5],
    ['"[[[[', 0, 0],
    [']]]][[[', 3, 0],
  ] as const)('counts in %j %i values, %i deep', (text, values, depth) => {
    expect(measureJson(text)).toEqual({ values, depth });
  });

  it('stops at one value more than was asked for', () => {
    expect(measureJson('['.repeat(100), 9)).toEqual({ values: 10, depth: 10 });
    expect(measureJson(`[${'1,'.repeat(100)}1]`, 9)).toEqual({ values: 10, depth: 1 });
  });

  it('takes a text whose strings are full of quotes and backslashes in one pass', () => {
    const text = JSON.stringify(JSON.stringify('\\"'.repeat(1_000_000)));
    expect(measureJson(text)).toEqual({ values: 0, depth: 0 });
    expect(measureJson(`[${text},${'['.repeat(1_000)}`)).toEqual({ values: 1002, depth: 1001 });
  });
});

describe('parseBoundedJson', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['[', undefined],
    [`[${'0,'.repeat(50_000)}0]`, undefined],
  ])('makes of %.20s %j', (text, value) => {
    expect(parseBoundedJson(text)).toEqual(value);
  });
});
