import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localContext } from '../local/local-context.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const OWN = [
  'home/.local/state/dragoman/dragoman-secret',
  'home/.local/state/dragoman/dragoman-secret.12-34',
  'home/.local/state/dragoman/dragoman-transactions/1.jsonl',
  'home/.cache/dragoman-locks/dragoman-secret',
  'home/.cache/dragoman-locks/dragoman-transactions',
  'caches/dragoman/index/0123abcd.dragoman-index/manifest',
];

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')('what this program keeps', () => {
  it.each(['[home]', 'home'])('is denied where it lies, in a %s behind a link too, and nowhere else', async (home) => {
    await using tree = await openTree({ [`real/${home}`]: null, link: { link: 'real' } });
    vi.stubEnv('HOME', tree.path('link', home));
    vi.stubEnv('XDG_CACHE_HOME', tree.path('link', 'caches'));
    const { scope } = localContext({ allow: [tree.root] });
    for (const own of OWN) {
      const path = own.replace('home', home);
      expect([path, scope.judge(tree.path('real', path), 'read')]).toEqual([path, 'denied']);
      expect([path, scope.deniesName(tree.path('link', path), 'read')]).toEqual([path, true]);
      expect([path, scope.judge(tree.path('clone', path), 'write')]).toEqual([path, 'allowed']);
    }
    expect(scope.judge(tree.path('real/caches/dragoman-code-cache/app.js.cache'), 'write')).toBe('denied');
    expect(scope.judge(tree.path('real', home, '.local/state/dragoman/other'), 'read')).toBe('allowed');
    const open = localContext({ allow: [tree.root], builtinDeny: false });
    expect(open.scope.judge(tree.path('real', OWN[0]?.replace('home', home) ?? ''), 'read')).toBe('allowed');
  });
});
