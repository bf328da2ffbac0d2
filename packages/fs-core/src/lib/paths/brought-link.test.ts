import { mkdirSync, symlinkSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { broughtLink } from './brought-link.ts';

/** A tree, which `way` leads to from outside, and a directory `home` beside it. */
async function openTrees() {
  const opened = await openTree({ 'tree/d': null, home: null, way: { link: 'tree' } });
  return { opened, at: (...names: string[]) => opened.path(...names) };
}

describe.skipIf(process.platform === 'win32')('broughtLink', () => {
  it.each<[string, link: string, target: string, path: string]>([
    ['the path itself', 'tree/link', '../home', 'tree/link'],
    ['a directory on the way', 'tree/d/link', '../../home', 'tree/d/link/x/y'],
    ['the path, seen through a link from outside', 'tree/link', '../home', 'way/link/x'],
    ['what another link leads to', 'tree/link', '../home', 'tree/d/../link/x'],
    ['a link to nowhere', 'tree/link', '../nowhere', 'tree/link/x'],
    ['a link to itself', 'tree/link', 'link', 'tree/link'],
    ['a link that stays in the tree', 'tree/link', 'd', 'tree/link/x'],
  ])('finds %s', async (_, link, target, path) => {
    const { opened, at } = await openTrees();
    await using _tree = opened;
    symlinkSync(target, at(link));
    expect(broughtLink(`${opened.root}/${path}`, [at('way')])).toBe(at(link));
    expect(broughtLink(`${opened.root}/${path}`, [at('tree')])).toBe(at(link));
    expect(broughtLink(`${opened.root}/${path}`, [])).toBe(null);
  });

  it('finds a link in the tree to which the user’s own leads', async () => {
    const { opened, at } = await openTrees();
    await using _tree = opened;
    symlinkSync(at('home'), at('tree/link'));
    mkdirSync(at('mine'));
    symlinkSync('../way/link', at('mine/own'));
    expect(broughtLink(at('mine/own/x'), [at('tree')])).toBe(at('tree/link'));
  });

  it('finds none where no link is, or the user has made it', async () => {
    const { opened, at } = await openTrees();
    await using _tree = opened;
    for (const path of ['tree/d/new/x', 'home/x', 'way', 'way/d', 'tree']) {
      expect(broughtLink(at(path), [at('tree')])).toBe(null);
    }
  });
});
