import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { narrow } from '../src/lib/narrowing.ts';
import { indexOver } from '../src/lib/open-indexes.ts';
import { forcedIndex, indexTree, passTicks, SKIP, search } from './indexed.ts';

const UPDATE = 'the index will be updated';
const building = { deny: [], builtinDeny: true, skip: [], environment: {} };

const FILES = Array.from({ length: 150 }, (_, number) => `in/file-${number}`);
const SPREAD = Array.from({ length: 1_001 }, (_, number) => `in-${number}/a`);

/** A tree of small files, and searches that tell what is logged of them. */
async function openIndexed(files: readonly string[], mostListed = Number.POSITIVE_INFINITY) {
  const tree = await openTree({ ...Object.fromEntries(files.map((file) => [`tree/${file}`, 'a\n'])), index: null });
  const [root, place] = [tree.path('tree'), tree.path('index')];
  passTicks(tree.path('tick'));
  await indexTree(root, place);
  const volume = openLocalVolume({ allow: [root] });
  const told: string[] = [];
  const log = (_: string, text: string, data?: object) => void told.push(...[text, ...Object.values(data ?? {})]);
  const forced = forcedIndex(place);
  const bounds = { slowMs: Number.POSITIVE_INFINITY, slowSearches: 0, leastFiles: 0, mostListed };
  const index = { ...forced, building, log, bounds };
  const request = { result: 'lines', hidden: true, maxLines: 10, pattern: 'needle', skip: SKIP } as const;
  return {
    ...{ root, told },
    search: async (below = '') => (await search(volume, join(root, below), { ...request, index })).files.length,
    /** A search of which the threads that look for changes end too soon. */
    async searchInVain() {
      const searched = await volume.open(root);
      if (searched.kind !== 'directory') throw new Error('The tree is no directory');
      const given = { volume, searched, request, index, enters: async () => true };
      using narrowing = await narrow(given);
      const covering = await indexOver(given);
      if (typeof covering === 'string') throw new Error(covering);
      const rest = narrowing?.rest();
      covering.opened.sweep.close();
      covering[Symbol.dispose]();
      expect(await rest).toBeNull();
      searched.close();
    },
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

describe.skipIf(process.platform !== 'linux')('a search with an index of a tree that has changed', () => {
  it('begins no update for a new directory in which nothing is', async () => {
    await using indexed = await openIndexed([...FILES, 'few/a']);
    mkdirSync(join(indexed.root, 'new'));
    expect(await indexed.search()).toBe(0);
    expect(indexed.told).not.toContain(UPDATE);
  });

  it('begins an update for a new directory that holds many files', async (context) => {
    await using indexed = await openIndexed([...FILES, 'few/a']);
    context.skip(!keepsTimes(indexed.root), 'No index is made here');
    mkdirSync(join(indexed.root, 'new/in/it'), { recursive: true });
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(indexed.root, 'new/in/it', name), 'needle\n');
    expect(await indexed.search()).toBe(4);
    expect(indexed.told).toContain(UPDATE);
  });

  it('begins no update for a few files, though they be much of what is searched', async () => {
    await using indexed = await openIndexed([...FILES, 'few/a'], 0.5);
    writeFileSync(join(indexed.root, 'few/a'), 'needle\n');
    expect(await indexed.search('few')).toBe(1);
    expect(indexed.told).toContain('many changes');
    expect(indexed.told).not.toContain(UPDATE);
  });

  it('reads every file if too many directories have changed to list them again', async () => {
    await using indexed = await openIndexed(SPREAD);
    for (const file of SPREAD) renameSync(join(indexed.root, file), join(indexed.root, `${file}-moved`));
    writeFileSync(join(indexed.root, 'in-0/new'), 'needle\n');
    expect(await indexed.search()).toBe(1);
    expect(indexed.told).toContain('many changes');
  });

  it('says so if what has changed cannot be told, and begins no update', async () => {
    await using indexed = await openIndexed([...FILES, 'few/a']);
    await indexed.searchInVain();
    expect(indexed.told).toEqual(['search reads every file', 'changes cannot be told']);
  });
});
