import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

describe('excerpt', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['', 3, ''],
    ['a'.repeat(201), undefined, `${'a'.repeat(200)}…`],
  ])('makes of %.9s with %s units %.9s', (text, units, shown) => {
    expect(excerpt(text, units)).toBe(shown);
  });
});
