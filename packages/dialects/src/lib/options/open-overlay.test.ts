import { readFileSync, writeFileSync } from 'node:fs';
import type { OverlayChange } from '@dragoman/outcomes';
import { openMemoryVolume, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openOverlay } from './open-overlay.ts';
import { openSession } from './open-session.ts';
import type { ObjectVolumes } from './open-volumes.ts';
import { readOptions } from './options.ts';

const none = { loadObjectVolumes: () => Promise.reject(new Error('No store is named')) };

/** Options as a command line in a directory gives them. */
function optionsIn(cwd: string, state: string, given: Readonly<Record<string, readonly string[]>> = {}) {
  const environment = { XDG_STATE_HOME: state };
  return readOptions(new Map(Object.entries(given)), { environment, currentDirectory: () => cwd });
}

const bytes = (text: string) => () => [new TextEncoder().encode(text)];

describe('a session with --overlay', () => {
  it('leaves its trees as they are, and is found again by them', async () => {
    await using state = await openTree();
    await using tree = await openTree({ f: 'one' });
    const path = tree.path('f');
    const options = optionsIn(tree.root, state.root, { overlay: [''] });
    const session = await openSession(options, none);
    await session.prepare();
    expect(session.volume.traits).toMatchObject({ kind: 'overlay', commands: false });
    await session.volume.update(path, bytes('two'));
    await session.close();
    expect(readFileSync(path, 'utf8')).toBe('one');
    const { overlay, conflictsWith } = await openOverlay(optionsIn(tree.root, state.root), none);
    const changes: OverlayChange[] = [];
    for await (const change of overlay.changes()) changes.push(change);
    expect(changes).toMatchObject([{ path, kind: 'changed' }]);
    expect(await conflictsWith(changes)).toEqual([]);
    writeFileSync(path, 'typed');
    expect(await conflictsWith(changes)).toMatchObject([{ path, from: changes[0]?.from }]);
    writeFileSync(path, 'one');
    expect(await overlay.commit()).toMatchObject({ done: [{ path }], conflicts: [] });
    expect(await conflictsWith(changes)).toEqual([]);
    await overlay[Symbol.asyncDispose]();
    expect(readFileSync(path, 'utf8')).toBe('two');
  });

  it('lies over stores, too, and closes them', async () => {
    await using state = await openTree();
    await using tree = await openTree({ f: 'one' });
    const store = openMemoryVolume('/data');
    store.plant({ g: 'one' });
    let isClosed = false;
    const close = async (): Promise<void> => {
      isClosed = true;
    };
    const offered: ObjectVolumes = {
      openStoreVolume: async () => ({ ...store.volume, [Symbol.asyncDispose]: close }),
      defaultCacheDirectory: () => state.root,
    };
    const given = { 'allow-dir': [tree.root], volume: ['/data=s3://bucket'], overlay: [''] };
    const options = optionsIn(tree.root, state.path('home'), given);
    const opening = { loadObjectVolumes: async () => offered };
    const session = await openSession(options, opening);
    for (const path of ['/data/g', tree.path('f')]) await session.volume.update(path, bytes('two'));
    await session.close();
    expect([store.files(), isClosed]).toEqual([{ g: 'one' }, true]);
    const { overlay } = await openOverlay(options, opening);
    expect((await overlay.commit()).done.map(({ path }) => path).sort()).toEqual(['/data/g', tree.path('f')].sort());
    expect([store.files(), readFileSync(tree.path('f'), 'utf8')]).toEqual([{ g: 'two' }, 'two']);
  });

  it('names the option that is amiss', async () => {
    await using tree = await openTree();
    const options = optionsIn(tree.root, tree.root, { 'allow-dir': ['absent'], overlay: [''] });
    const sentence = `--allow-dir: Cannot use "${tree.path('absent')}": no such file or directory`;
    await expect(openSession(options, none)).rejects.toThrow(sentence);
    await expect(openOverlay(options, none)).rejects.toThrow(sentence);
  });
});
