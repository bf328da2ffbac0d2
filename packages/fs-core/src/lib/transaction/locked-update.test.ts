import { readFileSync, renameSync } from 'node:fs';
import { openDescriptors, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { type Platform, procPlatform } from '../descriptors/platform.ts';
import { openLocalVolume } from '../local/local-volume.ts';
import { lockFile } from '../lock/file-lock.ts';
import type { OpenFile } from '../volume/open-entry.ts';

describe('an update', () => {
  it.skipIf(process.platform !== 'linux')('looks for the file and its directory once', async () => {
    await using tree = await openTree({ file: 'old' });
    const pinned: string[] = [];
    const pin = (path: string) => {
      pinned.push(path);
      return procPlatform.pin?.(path) ?? procPlatform.pinRoot(path);
    };
    const platform: Platform = { ...procPlatform, pin };
    const volume = openLocalVolume({ allow: [tree.root], platform });
    await volume.update(tree.path('file'), () => [Buffer.from('new')]);
    expect(pinned).toEqual([tree.path('file'), tree.root]);
  });

  it.skipIf(process.platform !== 'linux').each([10, 3_000_000])(
    'holds nothing that it replaced, of %i bytes',
    async (bytes) => {
      await using tree = await openTree({ file: 'x'.repeat(bytes) });
      const volume = openLocalVolume({ allow: [tree.root] });
      for (const text of ['one', 'two']) await volume.update(tree.path('file'), () => [Buffer.from(text)]);
      await expect.poll(() => openDescriptors().filter((path) => path.startsWith(tree.root))).toEqual([]);
    },
  );

  it('is computed once, from what those before it in the queue wrote', async () => {
    await using tree = await openTree({ file: '' });
    const volume = openLocalVolume({ allow: [tree.root] });
    const seen: number[] = [];
    const append = (current: OpenFile | null) => {
      seen.push(current?.size ?? -1);
      return [{ from: 0, to: current?.size ?? 0 }, Buffer.from('x')];
    };
    await Promise.all([1, 2, 3].map(() => volume.update(tree.path('file'), append)));
    expect(seen).toEqual([0, 1, 2]);
  });

  it('is computed once, from what the process wrote that it had to wait for', async () => {
    await using tree = await openTree({ file: 'old', theirs: 'theirs' });
    const seen: number[] = [];
    const held = await lockFile(tree.path('file'));
    const update = openLocalVolume({ allow: [tree.root] }).update(tree.path('file'), (current) => {
      seen.push(current?.size ?? -1);
      return [Buffer.from('mine')];
    });
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    renameSync(tree.path('theirs'), tree.path('file'));
    held[Symbol.dispose]();
    await update;
    expect(seen).toEqual([6]);
    expect(readFileSync(tree.path('file'), 'utf8')).toBe('mine');
  });
});
