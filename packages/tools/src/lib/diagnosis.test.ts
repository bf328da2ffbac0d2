import { chmodSync, writeFileSync } from 'node:fs';
import { placeJournal } from '@dragoman/history/internal/history';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnosis.ts';

describe('diagnose', () => {
  it('tells what works on this machine, and makes nothing to find out', async () => {
    await using tree = await openTree({ 'work/f': '' });
    const journal = { dir: tree.path('journal') };
    const found = await diagnose({ workdir: tree.path('work'), journal }, {});
    expect(found).toMatchObject({
      ripgrep: { works: true, version: expect.stringMatching(/^\d+\.\d+/) },
      sandbox: { works: expect.any(Boolean) },
      journal: null,
      trees: [expect.objectContaining({ root: tree.path('work') })],
    });
    expect(['proc', 'chdir']).toContain(found.confinement);
    const other = await diagnose({ workdir: tree.path('work'), allow: [tree.root], locks: 'user' }, {});
    expect([other.trees.length, other.journal]).toEqual([1, null]);
    placeJournal({ directory: journal.dir, maxBytes: 1_000_000, maxAgeDays: 1 });
    const kept = await diagnose({ workdir: tree.path('work'), journal }, {});
    expect(kept.journal).toMatchObject({ operations: 0 });
  });

  it.skipIf(process.platform === 'win32')('gives the reason of a journal that is refused', async () => {
    await using tree = await openTree({ 'work/f': '' });
    const journal = { dir: tree.path('journal') };
    placeJournal({ directory: journal.dir, maxBytes: 1_000_000, maxAgeDays: 1 });
    writeFileSync(tree.path('journal/other'), '');
    chmodSync(journal.dir, 0o755);
    const { journal: found } = await diagnose({ workdir: tree.path('work'), journal }, {});
    expect(found).toEqual({ reason: expect.stringContaining(`Cannot use "${journal.dir}"`) });
  });

  it('gives the reason of what does not work', async () => {
    await using tree = await openTree({ f: '' });
    const { sandbox } = await diagnose({ workdir: tree.root, deny: ['a/{b'] }, {});
    expect(sandbox).toEqual({ works: false, reason: expect.stringContaining('{') });
  });
});
