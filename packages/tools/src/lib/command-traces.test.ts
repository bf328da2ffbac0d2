import { chmodSync, renameSync, statSync } from 'node:fs';
import type { DeniedEntries } from '@dragoman/fs-core/internal/kernel';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createTraces } from './command-traces.ts';

const NOTHING: DeniedEntries = {
  unwritable: [],
  unreadableFiles: [],
  unreadableDirectories: [],
  fixedDirectories: [],
  repositories: [],
  gitDirectories: [],
};

describe('createTraces', () => {
  it('says once that a search was not whole', async () => {
    await using tree = await openTree({ file: '' });
    // What is no directory cannot be looked into, which root could do with a closed one.
    const volume = { roots: [tree.path('file')], deniedEntries: async () => NOTHING };
    const { begin, look, take } = createTraces(() => volume);
    const none = { planted: [], cleared: [], more: 0 };
    await begin(volume);
    await look();
    expect(take()).toEqual({ ...none, isPartial: true });
    await look();
    expect(take()).toBeUndefined();
  });

  it('says and logs each time that a search failed', async () => {
    const logged: unknown[] = [];
    let isBroken = false;
    const deniedEntries = async () => {
      if (isBroken) throw new Error('out of descriptors');
      return NOTHING;
    };
    const volume = { roots: [], deniedEntries };
    const { begin, look, take } = createTraces(
      () => volume,
      (...line) => logged.push(line),
    );
    await begin(volume);
    isBroken = true;
    const failed = { planted: [], cleared: [], more: 0, isFailed: true };
    await look();
    expect(take()).toEqual(failed);
    await look();
    expect(take()).toEqual(failed);
    const line = ['error', 'The search for what a command left failed', { error: 'Error: out of descriptors' }];
    expect(logged).toEqual([line, line]);
  });

  it('clears bits in a directory that was moved past an earlier look', async () => {
    await using tree = await openTree({ 'elsewhere/d/u': '', root: null });
    const volume = { roots: [tree.path('root')], deniedEntries: async () => NOTHING };
    const { begin, look, take } = createTraces(() => volume);
    await begin(volume);
    chmodSync(tree.path('elsewhere/d/u'), 0o4755);
    // Clocks of file systems tick some milliseconds apart.
    while (statSync(tree.path('elsewhere/d/u')).ctimeMs > Date.now() - 50) await look();
    await look();
    expect(take()).toBeUndefined();
    renameSync(tree.path('elsewhere/d'), tree.path('root/d'));
    await look();
    expect(take()).toEqual({ planted: [], cleared: [tree.path('root/d/u')], more: 0 });
  });

  it('looks in the trees that a session has lost, and takes nothing of one that it gets for new', async () => {
    await using tree = await openTree({ 'one/.git/HEAD': '', 'two/.git/HEAD': '', 'one/u': '' });
    const [one, two] = [tree.path('one'), tree.path('two')];
    const volume = (root: string) => ({
      roots: [root],
      deniedEntries: async () => ({ ...NOTHING, unwritable: [`${root}/.git`] }),
    });
    let current = volume(one);
    const { begin, look, take } = createTraces(() => current);
    for (const root of [one, two, one]) {
      current = volume(root);
      await begin(current);
      await look();
      expect(take()).toBeUndefined();
    }
    current = volume(two);
    chmodSync(tree.path('one/u'), 0o4755);
    await look();
    expect(take()).toEqual({ planted: [], cleared: [tree.path('one/u')], more: 0 });
  });

  it('leaves alone what others set in a tree before a command could write to it', async () => {
    await using tree = await openTree({ 'all/one/u': '', 'all/one/late': '', 'all/two/u': '', 'all/u': '' });
    const volume = (...names: readonly string[]) => ({
      roots: names.map((name) => tree.path(name)),
      deniedEntries: async () => NOTHING,
    });
    let current = volume('all/one');
    const { begin, look, take } = createTraces(() => current);
    await begin(current);
    const clocksTick = async () => {
      const setAt = Date.now();
      while (Date.now() < setAt + 50) await look();
    };
    await clocksTick();
    for (const name of ['all/two/u', 'all/u']) chmodSync(tree.path(name), 0o4755);
    chmodSync(tree.path('all/one/u'), 0o4755);
    current = volume('all/one', 'all/two');
    await look();
    expect(take()?.cleared).toEqual([tree.path('all/one/u')]);
    await clocksTick();
    await begin(current);
    await look();
    expect(take()).toBeUndefined();
    current = volume('all');
    await begin(current);
    chmodSync(tree.path('all/one/late'), 0o4755);
    await look();
    expect(take()?.cleared).toEqual([tree.path('all/one/late')]);
    for (const name of ['all/two/u', 'all/u']) {
      expect(statSync(tree.path(name)).mode & 0o7777).toBe(0o4755);
      chmodSync(tree.path(name), 0o4711);
    }
    await look();
    expect(take()?.cleared.toSorted()).toEqual([tree.path('all/two/u'), tree.path('all/u')]);
  });

  it('keeps the trees that come while it looks', async () => {
    await using tree = await openTree({ 'one/f': '', 'two/u': '' });
    const volume = (root: string) => ({ roots: [root], deniedEntries: async () => NOTHING });
    const [one, two] = [volume(tree.path('one')), volume(tree.path('two'))];
    const { begin, look, take } = createTraces(() => one);
    await begin(one);
    await Promise.all([look(), begin(two), look()]);
    chmodSync(tree.path('two/u'), 0o4755);
    await look();
    expect(take()?.cleared).toEqual([tree.path('two/u')]);
  });

  it('names what was left in a tree before the one around it came', async () => {
    await using tree = await openTree({ 'all/one/.git/HEAD': '', 'all/two/.git/HEAD': '' });
    const [one, two] = [tree.path('all/one'), tree.path('all/two')];
    const volume = (root: string, ...names: readonly string[]) => ({
      roots: [root],
      deniedEntries: async () => ({ ...NOTHING, unwritable: names.map((name) => `${name}/.git`) }),
    });
    let current = volume(one);
    const { begin, look, take } = createTraces(() => current);
    await begin(current);
    current = volume(tree.path('all'), one, two);
    await begin(current);
    await look();
    expect(take()?.planted).toEqual([`${one}/.git`]);
  });
});
