import { describe, expect, it } from 'vitest';
import { jsonExcess, parseBoundedJson } from './json-bounds.ts';

const BOUNDS = { maxDepth: 3, maxValues: 6 };

describe('jsonExcess', () => {
  it.each([
    ['[[[]]]', null],
    ['[[[[]]]]', 'maxDepth'],
    ['[[[[', 'maxDepth'],
    ['{"a":{"b":{"c":{', 'maxDepth'],
    ['[[],[],[]]', null],
    ['[1,2,3,4,5,6]', null],
    ['[1,2,3,4,5,6,7]', 'maxValues'],
    ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}', 'maxValues'],
    ['"[[[[[[[[,,,,,,,,"', null],
    ['["\\"[[[[", "\\\\", "\\\\\\"[[[["]', null],
    ['["\\\\",[[[[', 'maxDepth'],
    ['"[[[[', null],
    [']]]][[[', null],
    ['', null],
  ] as const)('of %j is %s', (text, excess) => {
    expect(jsonExcess(text, BOUNDS)).toBe(excess);
  });

  it('takes a text whose strings are full of quotes and backslashes in one pass', () => {
    const text = JSON.stringify(JSON.stringify('\\"'.repeat(1_000_000)));
    expect(jsonExcess(text)).toBeNull();
    expect(jsonExcess(`[${text},${'['.repeat(1_000)}`)).toBe('maxDepth');
  });
});

describe('parseBoundedJson', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['[', undefined],
    ['[[[[]]]]', undefined],
  ])('makes of %s %j', (text, value) => {
    expect(parseBoundedJson(text, BOUNDS)).toEqual(value);
  });
});
