import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, createScope } from './scope.ts';

describe('createScope', () => {
  const spellings = [
    '/w/.env',
    '/w/.ENV',
    '/w/.e\u200dnv',
    '/w/.Env/below',
    '/w/caf\u00e9',
    '/w/CAFE\u0301',
    '/w/STRASSE',
  ];

  it.each(spellings)('denies %j where the file system folds names', (path) => {
    const scope = createScope({
      roots: ['/w'],
      deny: ['**/.env', 'cafe\u0301', 'straße'],
      isCaseInsensitive: () => true,
    });
    expect(scope.judge(path, 'read')).toBe('denied');
  });

  it('tells spellings apart where it does not', () => {
    const scope = createScope({ roots: ['/w'], deny: ['**/.env'], isCaseInsensitive: () => false });
    expect(scope.judge('/w/.env', 'read')).toBe('denied');
    expect(scope.judge('/w/.ENV', 'read')).toBe('allowed');
  });

  it('suspects every name that is denied where its directory is not', () => {
    const glob = fc.constantFrom('**/.env', '**/*.key', 'b?', '/w/a', '/w/**/[ab]x', '{x,y}/a*', '!(a)', '**/{a,b/c}');
    const name = fc.oneof(
      fc.constantFrom('.env', '.ENV', 'id_rsa', '.npmrc', 'x.pem', '.gnupg', 'caf\u00e9', '.e\u200dnv', 'main.ts'),
      fc.stringMatching(/^[abxy.]{1,3}$/).filter((text) => !/^\.+$/.test(text)),
    );
    const directory = fc.constantFrom('/w', '/w/x', '/w/.ssh', '/w/b', '/w/.aws');
    const property = fc.property(fc.array(glob), directory, name, fc.boolean(), (deny, above, entry, folds) => {
      const scope = createScope({ roots: ['/w'], deny, isCaseInsensitive: () => folds });
      const isDenied =
        scope.judge(above, 'read') === 'allowed' && scope.judge(`${above}/${entry}`, 'read') === 'denied';
      expect(scope.suspects(entry) || !isDenied).toBe(true);
    });
    fc.assert(property, { numRuns: 4 * testRounds(100) });
  });

  it('suspects few names', () => {
    const scope = createScope({ roots: ['/w'], deny: ['**/*.key'] });
    const names = ['main.ts', 'Makefile', 'README.md', 'key', 'a.key', '.npmrc', 'id_rsa'];
    expect(names.filter(scope.suspects)).toEqual(['a.key', '.npmrc', 'id_rsa']);
  });

  it('lets nobody write under another spelling of .git', () => {
    const scope = createScope({ roots: ['/w'], isCaseInsensitive: () => true });
    expect(scope.judge('/w/.g\u200cIT/hooks/x', 'write')).toBe('denied');
    expect(scope.judge('/w/.git/config', 'read')).toBe('allowed');
  });
});

describe('contains', () => {
  it.each([
    ['/srv/app', '/srv/app', true],
    ['/srv/app', '/srv/app/x', true],
    ['/srv/app', '/srv/app-evil', false],
    ['/srv/app', '/srv', false],
    ['/', '/srv', true],
  ])('%s, %s: %s', (root, path, answer) => {
    expect(contains(root, path)).toBe(answer);
  });
});
