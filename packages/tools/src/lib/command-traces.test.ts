import { chmodSync } from 'node:fs';
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
};

describe('createTraces', () => {
  it('says once that a search was not whole', async () => {
    await using tree = await openTree({ file: '' });
    // What is no directory cannot be looked into, which root could do with a closed one.
    const { begin, look, take } = createTraces(() => ({ roots: [tree.path('file')], deniedEntries: () => NOTHING }));
    const none = { planted: [], cleared: [], more: 0 };
    begin();
    await look();
    expect(take()).toEqual({ ...none, isPartial: true });
    await look();
    expect(take()).toBeUndefined();
  });

  it('says and logs each time that a search failed', async () => {
    const logged: unknown[] = [];
    let isBroken = false;
    const deniedEntries = () => {
      if (isBroken) throw new Error('out of descriptors');
      return NOTHING;
    };
    const { begin, look, take } = createTraces(
      () => ({ roots: [], deniedEntries }),
      (...line) => logged.push(line),
    );
    begin();
    isBroken = true;
    const failed = { planted: [], cleared: [], more: 0, isFailed: true };
    await look();
    expect(take()).toEqual(failed);
    await look();
    expect(take()).toEqual(failed);
    const line = ['error', 'The search for what a command left failed', { error: 'Error: out of descriptors' }];
    expect(logged).toEqual([line, line]);
  });

  it('looks in the trees that a session has lost, and takes nothing of one that it gets for new', async () => {
    await using tree = await openTree({ 'one/.git/HEAD': '', 'two/.git/HEAD': '', 'one/u': '' });
    const [one, two] = [tree.path('one'), tree.path('two')];
    const volume = (root: string) => ({
      roots: [root],
      deniedEntries: () => ({ ...NOTHING, unwritable: [`${root}/.git`] }),
    });
    let current = volume(one);
    const { begin, look, take } = createTraces(() => current);
    for (const root of [one, two, one]) {
      current = volume(root);
      begin();
      await look();
      expect(take()).toBeUndefined();
    }
    current = volume(two);
    chmodSync(tree.path('one/u'), 0o4755);
    await look();
    expect(take()).toEqual({ planted: [], cleared: [tree.path('one/u')], more: 0 });
  });
});
