import { describe, expect, it } from 'vitest';
import { isWithin, outermost } from './outermost.ts';

describe('outermost', () => {
  it('leaves out what lies below another path', () => {
    expect(outermost(['/a/c', '/a-b', '/a', '/a/c/d', '/ab', '/b/c'])).toEqual(['/a', '/a-b', '/ab', '/b/c']);
    expect(outermost(['/', '/a'])).toEqual(['/']);
  });
});

describe('isWithin', () => {
  it('holds for a path, and for what lies below it', () => {
    const paths = new Set(['/a']);
    expect(['/a', '/a/b/c', '/ab', '/'].map((path) => isWithin(paths, path))).toEqual([true, true, false, false]);
    expect(isWithin(new Set(['/']), '/x')).toBe(true);
  });
});
