import { symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { parse } from 'node:path';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wideDirectory } from './wide-directory.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const setHome = (home: string | undefined): void => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, home);
};

describe('wideDirectory', () => {
  it('knows the root by every name', async () => {
    await using tree = await openTree({ a: null });
    const { root } = parse(tree.root);
    symlinkSync(root, tree.path('link'));
    for (const name of [root, `${tree.path('link')}/.`, `${root}.`]) expect(wideDirectory(name)).toBe('root');
  });

  it('knows the home that the environment names, through links on both sides', async () => {
    await using tree = await openTree({ 'me/project': null, other: null });
    symlinkSync(tree.path('me'), tree.path('link'));
    for (const home of ['me', 'link']) {
      setHome(tree.path(home));
      for (const name of ['me', 'link', 'me/project/..']) expect(wideDirectory(tree.path(name))).toBe('home');
      for (const name of ['me/project', 'other', 'missing']) expect(wideDirectory(tree.path(name))).toBe(null);
    }
  });

  it.each([['another'], ['no'], ['an empty'], ['a relative']])(
    'knows the home of the account beside %s HOME',
    async (what) => {
      await using tree = await openTree();
      setHome({ another: tree.root, no: undefined, 'an empty': '', 'a relative': '.' }[what]);
      const { homedir } = userInfo();
      expect(wideDirectory(homedir)).toBe(homedir === parse(homedir).root ? 'root' : 'home');
    },
  );
});
