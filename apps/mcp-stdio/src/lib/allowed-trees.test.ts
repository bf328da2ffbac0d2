import { describe, expect, it } from 'vitest';
import { allowedTrees } from './allowed-trees.ts';

describe('allowedTrees', () => {
  it.each([
    ['roots where nothing is named', null, ['/a', '/b'], ['/a', '/b']],
    ['a root inside a named tree', ['/a'], ['/a/b', '/c'], ['/a/b']],
    ['a named tree inside a root', ['/a/b', '/c'], ['/a'], ['/a/b']],
    ['a tree that both name, once', ['/a'], ['/a'], ['/a']],
    ['nothing where they do not meet', ['/a'], ['/ab', '/'.concat('..a')], []],
    ['a root whose name begins with dots', ['/a'], ['/a/..b'], ['/a/..b']],
  ])('leaves %s', (_, named, roots, expected) => {
    expect(allowedTrees(named, roots)).toEqual(expected);
  });
});
