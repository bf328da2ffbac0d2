import { existsSync } from 'node:fs';
import { openLocalVolume } from '@dragoman/fs-core';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { guardedVolume } from '../src/lib/walk/guarded-volume.ts';

const FILES = {
  '.hide': '*.secret\n/d/private/\n',
  'd/private/x': '',
  'e/sub/deep/a.secret': '',
  'f/sub/.hide': 'inner\n',
  'f/sub/lower/inner': '',
  'g/sub/open': '',
};

describe('guardedVolume', () => {
  it.each(['d', 'e', 'e/sub', 'f', 'f/sub', 'f/sub/lower'])(
    'neither moves nor removes %s, in which it hides something',
    async (name) => {
      await using tree = await openTree(FILES);
      await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), {
        fileName: '.hide',
        known: new Map(),
      });
      const [from, to] = [tree.path(name), tree.path('moved')];
      const refused = expect.objectContaining({ details: expect.objectContaining({ problem: 'ignored', path: from }) });
      await expect(volume.move(from, to)).rejects.toEqual(refused);
      await expect(volume.remove(from, { recursive: true })).rejects.toEqual(refused);
      await expect(volume.transact([{ kind: 'move', from, to }])).rejects.toEqual(refused);
      await expect(volume.transact([{ kind: 'remove', path: from, recursive: true }])).rejects.toEqual(refused);
      expect([existsSync(from), existsSync(to)]).toEqual([true, false]);
    },
  );

  it('moves and removes what holds nothing hidden', async () => {
    await using tree = await openTree(FILES);
    await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), {
      fileName: '.hide',
      known: new Map(),
    });
    await volume.move(tree.path('g'), tree.path('h'));
    await volume.remove(tree.path('h'), { recursive: true });
    expect([existsSync(tree.path('g')), existsSync(tree.path('h'))]).toEqual([false, false]);
  });
});
