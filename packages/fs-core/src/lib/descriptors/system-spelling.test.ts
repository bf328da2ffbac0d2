import { lstatSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { areSpellings, systemSpelling } from './system-spelling.ts';

// Links stand for what Windows and macOS have besides: short names, and names in another case.
const TREE = {
  'directory/file': '',
  'directory/other': '',
  short: { link: 'directory' },
  DIRECTORY: { link: 'directory' },
};
const statOf = (path: string) => lstatSync(path, { bigint: true });

describe('systemSpelling', () => {
  it.each([
    ['linux', 'short/file', 'short/file'],
    ['win32', 'directory/file', 'directory/file'],
    ['win32', 'short/file', 'directory/file'],
    ['darwin', 'DIRECTORY/file', 'directory/file'],
    // Another of the file's names, for all that macOS says.
    ['darwin', 'short/file', 'short/file'],
  ] as const)('takes on %s %s for %s', async (system, path, spelled) => {
    await using tree = await openTree(TREE);
    expect(systemSpelling(tree.path(path), statOf(tree.path(path)), system)).toBe(tree.path(spelled));
  });

  it('throws where another file has the name by now, or none', async () => {
    await using tree = await openTree(TREE);
    const spell = (path: string) => () =>
      systemSpelling(tree.path(path), statOf(tree.path('directory/other')), 'win32');
    expect(spell('short/file')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(spell('short/none')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

it.each([
  ['linux', '/a/B', '/a/b', false],
  ['linux', '/a', '/a', true],
  ['win32', '/a/B', '/a/b', true],
  ['darwin', '/caf\u00e9', '/cafe\u0301', true],
  ['darwin', '/a', '/b', false],
] as const)('on %s, areSpellings(%j, %j) is %j', (system, one, other, expected) => {
  expect(areSpellings(one, other, system)).toBe(expected);
});
