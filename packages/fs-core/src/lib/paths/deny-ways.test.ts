import { describe, expect, it } from 'vitest';
import { createDenyWays } from './deny-ways.ts';

describe('createDenyWays', () => {
  const globs = [
    '**/.aws/credentials',
    'conf/prod/*.key',
    '/srv/app/keys/id',
    'a/**/b',
    '**/*.pem',
    '{x,y}/z',
    'q/[r]/s',
    'd*/?/prod.json',
    '/srv/*/env',
  ];
  const ways = createDenyWays(globs);

  it.each([
    ['/w/.aws', 1],
    ['/w/.AWS', 1],
    ['/conf', 2],
    ['/w/conf', 2],
    ['/w/conf/prod', 1],
    ['/srv', 3],
    ['/srv/app', 2],
    ['/srv/app/keys', 1],
    ['/w/a', Number.POSITIVE_INFINITY],
    ['/w/x', 1],
    ['/w/y', 1],
  ])('knows %s, which is named, for a way, and how far it leads', (path, depth) => {
    expect([ways.through(path)?.depth, ways.levelsBelow(path) > 0]).toEqual([depth, true]);
  });

  it.each([
    ['/w/a/c', Number.POSITIVE_INFINITY],
    ['/w/a/c/d', Number.POSITIVE_INFINITY],
    ['/w/q/r', 1],
    ['/w/q/[r]', 1],
    ['/w/dx', 2],
    ['/w/DX', 2],
    ['/w/d', 2],
    ['/w/dx/t', 1],
    ['/srv/other', 1],
  ])('knows %s, which wildcards match, for a way', (path, depth) => {
    expect([ways.through(path)?.depth, ways.levelsBelow(path)]).toEqual([depth, 0]);
  });

  it.each(['/', '/w', '/w/prod', '/w/.aws/credentials', '/w/srv', '/w/srv/app', '/w/k.pem', '/w/xconf', '/w/dx/tt'])(
    'knows %s for none',
    (path) => {
      expect([ways.through(path), ways.levelsBelow(path)]).toEqual([null, 0]);
    },
  );

  it.each([
    ['conf/prod/*.key', '/conf', 1],
    ['conf/prod/*.key', '/conf/prod', 1],
    ['conf/*/key', '/conf', 2],
    ['conf/*/?/key', '/conf', 3],
    ['conf/*/key/*/x', '/conf', 2],
    ['conf/**/key', '/conf', Number.POSITIVE_INFINITY],
  ])('knows for %s how many levels below %s are to be looked at', (glob, path, levels) => {
    expect(createDenyWays([glob]).levelsBelow(path)).toBe(levels);
  });

  it('takes every path for a way where a group or a class may hold slashes', () => {
    expect(createDenyWays(['@(a/b|c)/x']).through('/w/c')?.depth).toBe(Number.POSITIVE_INFINITY);
    expect(createDenyWays(['@(a/b|c)/x']).levelsBelow('/w/c')).toBe(0);
  });
});
