import { existsSync, writeFileSync } from 'node:fs';
import { openLocalVolume, type Volume } from '@dragoman/fs-core';
import { ClassVolume, openMemoryVolume, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { guardedVolume } from '../src/lib/walk/guarded-volume.ts';
import type { IgnoreGuard } from '../src/lib/walk/ignore-guard.ts';

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

  it('passes on every member of a volume that is a class', async () => {
    const inner = new ClassVolume(openMemoryVolume('/data').volume);
    const volume = guardedVolume(inner, { fileName: '.hide', known: new Map() });
    await volume.prepare();
    await volume.makeDirectory('/data/d');
    await volume.remove('/data/d');
    volume.deniedEntries('trees');
    await volume[Symbol.asyncDispose]();
    expect(inner.called).toEqual(['prepare', 'deniedEntries trees', 'dispose']);
  });

  it.each<[string, (volume: Volume, from: string, to: string) => Promise<unknown>]>([
    ['removed', (volume, from) => volume.remove(from, { recursive: true })],
    ['moved', (volume, from, to) => volume.move(from, to)],
    ['removed with others', (volume, path) => volume.transact([{ kind: 'remove', path, recursive: true }])],
  ])('keeps the rules in a directory that a tool has %s', async (_, change) => {
    await using tree = await openTree({ 'd/e/.hide': 'first\n', 'd/e/open': '' });
    await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), {
      fileName: '.hide',
      known: new Map(),
    });
    const hidden = { details: { problem: 'ignored' } };
    await expect(volume.locate(tree.path('d/e/first'), 'entry')).rejects.toMatchObject(hidden);
    writeFileSync(tree.path('d/e/.hide'), 'second\n');
    await change(volume, tree.path('d'), tree.path('moved'));
    await volume.makeDirectory(tree.path('d/e'));
    for (const name of ['first', 'second'])
      await expect(volume.locate(tree.path('d/e', name), 'entry')).rejects.toMatchObject(hidden);
    expect(await volume.locate(tree.path('d/e/third'), 'entry')).toMatchObject({ kind: null });
  });

  it('obeys no more than 4 MB, files that grew since among them', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `d${index}`);
    await using tree = await openTree(Object.fromEntries(names.map((name) => [`${name}/.hide`, 'x\n'])));
    const guard = { fileName: '.hide', known: new Map() };
    await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), guard);
    const shown = async () => {
      const all = names.map((name) =>
        volume.locate(tree.path(name, 'a'), 'entry').then(
          () => 1,
          () => 0,
        ),
      );
      return (await Promise.all(all)).reduce((sum: number, one) => sum + one, 0);
    };
    expect(await shown()).toBe(20);
    for (const letter of ['y', 'z']) {
      for (const name of names) writeFileSync(tree.path(name, '.hide'), `${letter.repeat(500)}\n`.repeat(1_000));
      expect(await shown()).toBe(8);
    }
    for (const name of names) writeFileSync(tree.path(name, '.hide'), 'x\n');
    expect(await shown()).toBe(20);
  });

  it('hides all where one name would have to be matched for long', async () => {
    const costly = `*${'?'.repeat(60)}[b-c]*x\n`.repeat(5_000);
    await using tree = await openTree({ 'd/.hide': costly, 'd/a': '', 'e/.hide': 'x\n', 'e/a': '' });
    const guard = { fileName: '.hide', known: new Map() };
    await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), guard);
    const refused = { details: { problem: 'ignored', unusable: tree.path('d/.hide') } };
    await expect(volume.open(tree.path('d/a'))).rejects.toMatchObject(refused);
    using open = await volume.open(tree.path('e/a'));
    expect(open.kind).toBe('file');
  });

  it('stops reading ignore files when the call is cancelled', async () => {
    const directory = 'd/'.repeat(15);
    const nested = Array.from({ length: 15 }, (_, index): [string, string] => [
      `${'d/'.repeat(index)}.hide`,
      `/a/b${index}/c\n`.repeat(25_000),
    ]);
    await using tree = await openTree({ ...Object.fromEntries(nested), [`${directory}a`]: '' });
    const guard: IgnoreGuard = { fileName: '.hide', known: new Map() };
    await using volume = guardedVolume(openLocalVolume({ allow: [tree.root] }), guard);
    const opened = volume.open(tree.path(`${directory}a`), { for: 'content', signal: AbortSignal.abort() });
    await expect(opened).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(guard.known.size).toBeLessThan(5);
  });
});
