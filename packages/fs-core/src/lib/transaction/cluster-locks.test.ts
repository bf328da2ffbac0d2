import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { takeFlock } from '../../../test/take-flock.ts';
import { openLocalVolume } from '../../index.ts';
import { procPlatform } from '../descriptors/platform.ts';
import { clusterLocks } from './cluster-locks.ts';

const isHere = existsSync('/usr/bin/flock') && existsSync('/proc/self/fd');
const content = () => [new TextEncoder().encode('x')];

describe.skipIf(!isHere)('locks that several machines share', () => {
  it('keep writers apart, and name the one that holds a lock', async () => {
    await using tree = await openTree({ f: '' });
    const locks = clusterLocks(procPlatform, tree.root, takeFlock);
    {
      using held = await locks.lock(tree.path('f'));
      expect(held.waited).toBe(true);
      const holder = { machine: hostname(), process: process.pid, since: expect.stringMatching(/^20.*Z$/) };
      await expect(locks.lock(tree.path('f'), { waitMs: 5 })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { problem: 'locked', path: tree.path('f'), holder },
      });
      using _other = await locks.lock(tree.path('g'), { waitMs: 5 });
    }
    using _again = await locks.lock(tree.path('f'), { waitMs: 5 });
  });

  it('tell of no holder that is none any more', async () => {
    await using tree = await openTree();
    const locks = clusterLocks(procPlatform, tree.root, takeFlock);
    (await locks.lock(tree.path('f')))[Symbol.dispose]();
    const [name = ''] = readdirSync(tree.path('.dragoman/locks'));
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect(readFileSync(tree.path('.dragoman/locks', name), 'utf8')).toBe('');
  });

  it('wait until they are cancelled', async () => {
    await using tree = await openTree();
    const locks = clusterLocks(procPlatform, tree.root, takeFlock);
    using _held = await locks.lock(tree.path('f'));
    const controller = new AbortController();
    const waiting = locks.lock(tree.path('f'), { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('are for all users of the tree, and for no version control', async () => {
    await using tree = await openTree();
    using _lock = await clusterLocks(procPlatform, tree.root, takeFlock).lock(tree.path('f'));
    expect(statSync(tree.path('.dragoman/locks')).mode & 0o7777).toBe(0o1777);
    const [name = ''] = readdirSync(tree.path('.dragoman/locks'));
    expect(statSync(tree.path('.dragoman/locks', name)).mode & 0o777).toBe(0o666);
    expect(readFileSync(tree.path('.dragoman/.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each([
    ['.dragoman', { '.dragoman': { link: 'elsewhere' }, elsewhere: null }],
    ['.dragoman/locks', { '.dragoman/x': '', elsewhere: null }],
  ])('follow no link that is %s', async (name, nodes) => {
    await using tree = await openTree({ ...nodes });
    if (name.includes('/')) symlinkSync('../elsewhere', tree.path(name));
    const locks = clusterLocks(procPlatform, tree.root, takeFlock);
    await expect(locks.lock(tree.path('f'))).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    expect(readdirSync(tree.path('elsewhere'))).toEqual([]);
  });

  it('refuse to write where they cannot be taken', async () => {
    await using tree = await openTree({ f: 'old' });
    for (const takeNone of [undefined, async () => null]) {
      const volume = openLocalVolume({ allow: [tree.root], locks: 'shared', ...(takeNone && { takeFlock: takeNone }) });
      await expect(volume.update(tree.path('f'), content)).rejects.toMatchObject({
        code: 'READ_ONLY',
        details: { path: tree.path('f'), why: 'no-flock' },
      });
    }
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('old');
  });

  it('are what a volume promises', async () => {
    await using tree = await openTree();
    const shared = openLocalVolume({ allow: [tree.root], locks: 'shared', takeFlock });
    expect(shared.traits).toMatchObject({ kind: 'cluster', apart: 'cluster', transactions: true });
    expect(openLocalVolume({ allow: [tree.root] }).traits).toMatchObject({ kind: 'local', apart: 'user' });
  });

  it('hide nothing where no other machine shares the tree', async () => {
    await using tree = await openTree({ '.dragoman/locks/x.ts': 'code' });
    const volume = openLocalVolume({ allow: [tree.root], locks: 'user' });
    using opened = await volume.open(tree.root);
    expect(opened.kind === 'directory' && opened.entries()).toEqual([{ name: '.dragoman', kind: 'directory' }]);
    await volume.update(tree.path('.dragoman/locks/x.ts'), content);
  });

  it('lie where no tool shows or changes anything', async () => {
    await using tree = await openTree({ f: '', 'd/.dragoman/locks/x': 'of a tree in this one' });
    const volume = openLocalVolume({ allow: [tree.root], locks: 'shared', takeFlock, builtinDeny: false });
    await volume.update(tree.path('f'), content);
    expect(existsSync(tree.path('.dragoman/locks'))).toBe(true);
    using opened = await volume.open(tree.root);
    expect(
      opened.kind === 'directory' &&
        opened
          .entries()
          .map(({ name }) => name)
          .sort(),
    ).toEqual(['d', 'f']);
    for (const path of ['.dragoman', '.dragoman/locks', 'd/.dragoman/locks/x']) {
      await expect(volume.open(tree.path(path))).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
      await expect(volume.update(tree.path(path, 'new'), content)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
    }
  });
});
