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
    const scope = createScope({ roots: ['/w'], deny: ['**/.env', 'cafe\u0301', 'straße'], foldsNames: () => true });
    expect(scope.judge(path, 'read')).toBe('denied');
  });

  it('tells spellings apart where it does not', () => {
    const scope = createScope({ roots: ['/w'], deny: ['**/.env'], foldsNames: () => false });
    expect(scope.judge('/w/.env', 'read')).toBe('denied');
    expect(scope.judge('/w/.ENV', 'read')).toBe('allowed');
  });

  it('lets nobody write under another spelling of .git', () => {
    const scope = createScope({ roots: ['/w'], foldsNames: () => true });
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
