import { describe, expect, it } from 'vitest';
import { resolvedPath } from './resolved-path.ts';

describe('resolvedPath', () => {
  it.each([
    ['', '/a/b'],
    ['.', '/a/b'],
    ['c', '/a/b/c'],
    ['./c//d/', '/a/b/c/d'],
    ['../c', '/a/c'],
    ['../../../c', '/c'],
    ['/c/./d/../e/', '/c/e'],
    ['/', '/'],
    ['/..', '/'],
  ])('makes of %j in /a/b %j', (path, expected) => {
    expect(resolvedPath('/a/b', path)).toBe(expected);
  });
});
