import { symlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedDirectory } from './named-directory.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(process.platform === 'win32')('namedDirectory', () => {
  const named = (text: string, currentDirectory: string) =>
    namedDirectory({ spelled: '--allow-dir', text, currentDirectory: () => currentDirectory });

  it('takes the home and the root by names that show it, and every other directory by any', async () => {
    await using tree = await openTree({ 'me/a/b': null, other: null });
    vi.stubEnv('HOME', tree.path('me'));
    symlinkSync(tree.path('me/a'), tree.path('link'));
    for (const text of [tree.path('me'), `${tree.path('me')}/`, '~', '.', '~/.']) {
      expect(named(text, tree.path('me')), text).toBe(tree.path('me'));
    }
    expect(named('me', tree.root)).toBe(tree.path('me'));
    expect(named('/', tree.root)).toBe('/');
    expect(named('../other', tree.path('me'))).toBe(tree.path('other'));
    expect(named(tree.path('link'), tree.root)).toBe(tree.path('link'));
    expect(named(tree.path('missing'), tree.root)).toBe(tree.path('missing'));
  });

  it('refuses them by other names', async () => {
    await using tree = await openTree({ 'me/a/b': null });
    vi.stubEnv('HOME', tree.path('me'));
    symlinkSync(tree.path('me'), tree.path('link'));
    symlinkSync('/', tree.path('all'));
    const cases = [
      ['..', 'the home directory', tree.path('me')],
      ['b/../..', 'the home directory', tree.path('me')],
      ['~/a/..', 'the home directory', tree.path('me')],
      [tree.path('link'), 'the home directory', tree.path('me')],
      ['../../all', 'the root of the file system', '/'],
      [`..${'/..'.repeat(20)}`, 'the root of the file system', '/'],
    ] as const;
    for (const [text, what, path] of cases)
      expect(() => named(text, tree.path('me/a'))).toThrow(
        `--allow-dir: "${text}" is ${what}, which is allowed only by name: write "${path}" if you mean it`,
      );
  });

  it('takes a home that is itself a link', async () => {
    await using tree = await openTree({ me: null });
    symlinkSync(tree.path('me'), tree.path('link'));
    vi.stubEnv('HOME', tree.path('link'));
    for (const name of ['me', 'link']) expect(named(tree.path(name), tree.root)).toBe(tree.path(name));
  });
});
