import { describe, expect, it } from 'vitest';
import { createDenyWays, createNameRule } from './deny-ways.ts';

describe('createDenyWays', () => {
  const globs = [
    '**/.aws/credentials',
    'conf/prod/*.key',
    '/srv/app/keys/id',
    'a/**/b',
    '**/*.pem',
    '{x,y}/z',
    'q/[r]/s',
  ];
  const wayThrough = createDenyWays(globs);

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
    ['/w/q', 2],
  ])('knows %s for a way, and how far it leads', (path, depth) => {
    expect(wayThrough(path)?.depth).toBe(depth);
  });

  it.each([
    '/',
    '/w',
    '/w/prod',
    '/w/.aws/credentials',
    '/w/srv',
    '/w/srv/app',
    '/w/a/c',
    '/w/k.pem',
    '/w/xconf',
    '/w/q/r',
  ])('knows %s for none', (path) => {
    expect(wayThrough(path)).toBeNull();
  });
});

describe('createNameRule', () => {
  it('holds for names that are denied wherever they lie', () => {
    const isDenied = createNameRule(['**/.env', '*.key', 'conf/prod.json', '/w/id', 'a/**/b', '**/{c,d}']);
    const names = ['.env', 'x.key', 'prod.json', 'id', 'b', 'a', 'c', 'd', 'env'];
    expect(names.filter(isDenied)).toEqual(['.env', 'x.key', 'c', 'd']);
  });
});
