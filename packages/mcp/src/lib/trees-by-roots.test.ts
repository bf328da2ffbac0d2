import { contains } from '@dragoman/fs-core/internal/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intersection, type SessionDirectories, treesByRoots } from './trees-by-roots.ts';

const standing = (changes: Partial<SessionDirectories> = {}): SessionDirectories => ({
  named: null,
  roots: 'auto',
  workdir: '/elsewhere',
  isWorkdirNamed: false,
  ...changes,
});

describe('treesByRoots', () => {
  it.each<[string, Partial<SessionDirectories>, readonly string[], readonly string[], string]>([
    ['lets roots decide where nothing is named', {}, ['/a', '/b'], ['/a', '/b'], '/a'],
    [
      'keeps a working directory in a root where nothing is named',
      { workdir: '/b/c' },
      ['/a', '/b'],
      ['/a', '/b'],
      '/b/c',
    ],
    [
      'works in the first root that lies in a named directory',
      { named: ['/n'], workdir: '/n' },
      ['/x', '/n/r', '/n/s'],
      ['/n'],
      '/n/r',
    ],
    ['keeps what is named where roots lie elsewhere', { named: ['/n'], workdir: '/n/w' }, ['/x'], ['/n'], '/n/w'],
    ['keeps what is named where a root contains it', { named: ['/n/a'], workdir: '/n/a' }, ['/n'], ['/n/a'], '/n/a'],
    [
      'keeps a named working directory',
      { named: ['/n'], workdir: '/n/w', isWorkdirNamed: true },
      ['/n/r'],
      ['/n'],
      '/n/w',
    ],
    [
      'narrows where that is asked for',
      { named: ['/n'], roots: 'intersect', workdir: '/n' },
      ['/x', '/n/r'],
      ['/n/r'],
      '/n/r',
    ],
    [
      'keeps what is named where narrowing would leave nothing',
      { named: ['/n'], roots: 'intersect', workdir: '/n' },
      ['/x'],
      ['/n'],
      '/n',
    ],
  ])('%s', (_, changes, roots, allow, workdir) => {
    expect(treesByRoots(standing(changes), roots)).toEqual({ allow, workdir });
  });

  it('never allows what the user did not name, and works where it is allowed', () => {
    const path = fc.constantFrom('/a', '/a/b', '/a/b/c', '/ab', '/d', '/d/e', '/a/..b');
    const paths = fc.array(path, { minLength: 1, maxLength: 3 });
    const property = fc.property(paths, paths, path, fc.boolean(), fc.constantFrom('auto', 'intersect'), (...given) => {
      const [named, roots, workdir, isWorkdirNamed, mode] = given;
      const trees = treesByRoots({ named, roots: mode, workdir, isWorkdirNamed }, roots);
      const isIn = (trees: readonly string[], one: string) => trees.some((tree) => contains(tree, one));
      expect(trees.allow.length).toBeGreaterThan(0);
      expect(trees.allow.every((tree) => isIn(named, tree))).toBe(true);
      expect(isIn(trees.allow, trees.workdir)).toBe(true);
    });
    fc.assert(property);
  });
});

describe('intersection', () => {
  it.each([
    ['a root inside a named tree', ['/a'], ['/a/b', '/c'], ['/a/b']],
    ['a named tree inside a root', ['/a/b', '/c'], ['/a'], ['/a/b']],
    ['a tree that both name, once', ['/a'], ['/a'], ['/a']],
    ['nothing where they do not meet', ['/a'], ['/ab', '/'.concat('..a')], []],
    ['a root whose name begins with dots', ['/a'], ['/a/..b'], ['/a/..b']],
  ])('leaves %s', (_, named, roots, expected) => {
    expect(intersection(named, roots)).toEqual(expected);
  });
});
