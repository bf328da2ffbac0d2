import { describe, expect, it } from 'vitest';
import { pathBelow, slashed } from './path-below.ts';

describe('pathBelow', () => {
  it.each([
    ['/w', '/w/a/b', 'a/b'],
    ['/w/', '/w/a', 'a'],
    ['/', '/a', 'a'],
    ['/w', '/w', null],
    ['/w', '/wider/a', null],
    ['/w', '/w\\a', null],
    ['C:\\w', 'C:\\w\\a\\b', 'a\\b'],
    ['c:\\w', 'C:\\w\\a', 'a'],
    ['C:/w', 'c:\\w\\a', 'a'],
    ['C:\\', 'C:\\a', 'a'],
    ['C:\\w', 'D:\\w\\a', null],
    ['C:\\w', 'C:\\wider\\a', null],
    ['\\\\server\\share', '\\\\server\\share\\a', 'a'],
  ])('is from %s to %s: %s', (directory, path, below) => {
    expect(pathBelow(directory, path)).toBe(below);
  });
});

describe('slashed', () => {
  it.each([
    ['/a\\b/c', '/a\\b/c'],
    ['C:\\a\\b', 'C:/a/b'],
    ['\\\\server\\share\\a', '//server/share/a'],
  ])('names %s as %s', (path, text) => {
    expect(slashed(path)).toBe(text);
  });
});
