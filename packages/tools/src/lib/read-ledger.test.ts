import { linkSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { type OpenFile, openLocalVolume } from '@dragoman/fs-core';
import { foldingObjection, openFoldingTree, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createReadLedger } from './read-ledger.ts';

const MAX_FILE_SIZE = 100;

async function watch(root: string) {
  const volume = openLocalVolume({ allow: [root] });
  const ledger = createReadLedger(volume, MAX_FILE_SIZE);
  const at = async <T>(path: string, act: (file: OpenFile) => T): Promise<Awaited<T>> => {
    using node = await volume.open(path);
    if (node.kind !== 'file') throw new TypeError('Not a file');
    return await act(node);
  };
  return {
    see: (path: string) => at(path, (file) => ledger.saw(file)),
    demand: (path: string) => at(path, (file) => ledger.assertSeen(file, path)),
    write: async (path: string) => ledger.wrote(await volume.update(path, () => [Buffer.from('new')])),
  };
}

describe('createReadLedger', () => {
  it('knows a file by another of its names, also when a write has parted the two', async () => {
    await using tree = await openTree({ one: 'old' });
    linkSync(tree.path('one'), tree.path('two'));
    const ledger = await watch(tree.root);
    await ledger.see(tree.path('one'));
    await expect(ledger.demand(tree.path('two'))).resolves.not.toThrow();
    await ledger.write(tree.path('one'));
    await expect(ledger.demand(tree.path('one'))).resolves.not.toThrow();
    await expect(ledger.demand(tree.path('two'))).resolves.not.toThrow();
  });

  it.skipIf(foldingObjection() !== null)('knows what it wrote by another spelling of the name', async () => {
    await using tree = await openFoldingTree({ readme: 'old' });
    const ledger = await watch(tree.root);
    await ledger.see(tree.path('readme'));
    for (const name of ['ReadMe', 'README', 'readme']) {
      await ledger.demand(tree.path(name));
      await ledger.write(tree.path(name));
    }
    writeFileSync(tree.path('readme'), 'theirs');
    for (const name of ['ReadMe', 'readme']) {
      await expect(ledger.demand(tree.path(name))).rejects.toMatchObject({ code: 'STALE_READ' });
    }
  });

  it('knows a file where it was moved to, and no other for its place', async () => {
    await using tree = await openTree({ one: 'old' });
    const ledger = await watch(tree.root);
    await ledger.see(tree.path('one'));
    renameSync(tree.path('one'), tree.path('two'));
    writeFileSync(tree.path('one'), 'other');
    await ledger.demand(tree.path('two'));
    await expect(ledger.demand(tree.path('one'))).rejects.toMatchObject({ code: 'STALE_READ' });
  });

  it('refuses a file of any size at once where it was never seen, or with another size', async () => {
    await using tree = await openTree({ huge: 'x', grown: 'x' });
    const ledger = await watch(tree.root);
    await ledger.see(tree.path('grown'));
    for (const name of ['huge', 'grown']) truncateSync(tree.path(name), 2 ** 40);
    const version = expect.stringMatching(/^state:/);
    const unread = { code: 'NOT_READ', details: { version } };
    await expect(ledger.demand(tree.path('huge'))).rejects.toMatchObject(unread);
    const stale = { code: 'STALE_READ', details: { version } };
    await expect(ledger.demand(tree.path('grown'))).rejects.toMatchObject(stale);
  });

  it('compares the content of a file over the limit that has the size it had', async () => {
    await using tree = await openTree({ large: 'x'.repeat(2 * MAX_FILE_SIZE) });
    const ledger = await watch(tree.root);
    await ledger.see(tree.path('large'));
    writeFileSync(tree.path('large'), 'x'.repeat(2 * MAX_FILE_SIZE));
    await ledger.demand(tree.path('large'));
    writeFileSync(tree.path('large'), 'y'.repeat(2 * MAX_FILE_SIZE));
    await expect(ledger.demand(tree.path('large'))).rejects.toMatchObject({ code: 'STALE_READ' });
  });
});
