import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepsTimes } from '@dragoman/fs-core/internal/index-kit';
import { isSurelyBefore, openLocalVolume } from '@dragoman/fs-core/internal/kernel';
import { openTree, PATIENCE, passTick } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import { clearIndexes } from '../src/lib/index-store.ts';
import { indexLater, noteResult, updateLater } from '../src/lib/refresh-later.ts';
import { refresh } from '../src/lib/refresh-task.ts';
import { isOftenSlow, isWorthwhile, noteFullScan } from '../src/lib/search-index.ts';
import { refreshTreeIndex } from '../src/lib/tree-index.ts';
import { forcedIndex, indexTree, SKIP, search } from './indexed.ts';

const NAMES = Array.from({ length: 20 }, (_, number) => `file-${number}`);
const FILES = Object.fromEntries(NAMES.map((name) => [`tree/${name}`, `${name} sparrow\n`]));
const BOUNDS = { leastFiles: 10, leastChanges: 2, leastPart: 1 };

async function openIndexed() {
  const tree = await openTree({ ...FILES, index: null });
  const [root, directory] = [tree.path('tree'), tree.path('index')];
  const volume = openLocalVolume({ allow: [root] });
  const given = { volume, root, directory, rules: '', userExcludes: null, skip: SKIP, restMs: 0 };
  const told: string[] = [];
  const log = (_: string, text: string, data?: object) => void told.push(JSON.stringify({ text, ...data }));
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  return {
    ...{ root, directory, told, write },
    remove: (name: string) => rmSync(join(root, name)),
    /** Waits until each further change of these directories shows: a time of a whole second may be a coarse one. */
    settle(names: readonly string[]): void {
      const times = names.map((name) => Math.floor(statSync(join(root, name)).ctimeMs));
      while (!times.every((timeMs) => isSurelyBefore(timeMs, Date.now()))) passTick(tree.path('tick'));
    },
    refresh(bounds = BOUNDS) {
      passTick(tree.path('tick'));
      return refreshTreeIndex(given, bounds);
    },
    /** The segments on the disk. */
    segments(): string[] {
      const place = join(directory, 'dragoman/index');
      const [home = ''] = readdirSync(place);
      return readdirSync(join(place, home)).filter((name) => name.startsWith('segment'));
    },
    async find(pattern: string) {
      const index = { ...forcedIndex(directory), log };
      const found = await search(openLocalVolume({ allow: [root] }), root, { pattern, index });
      expect(found).toEqual(await search(openLocalVolume({ allow: [root] }), root, { pattern }));
      return found.files.map((file) => JSON.parse(file)[0]);
    },
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

describe.skipIf(process.platform !== 'linux')('an index that is refreshed', () => {
  it('takes what has changed into a new segment, and keeps the others', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    indexed.write('file-1', 'needle\n');
    indexed.write('new', 'needle\n');
    indexed.remove('file-2');
    expect(await indexed.refresh()).toMatchObject({ segments: [{ name: 'segment-1' }, { name: 'segment-2' }] });
    expect(await indexed.find('needle')).toEqual(['file-1', 'new']);
    expect(indexed.told).toEqual([JSON.stringify({ text: 'search reads some files', candidates: 2, uncovered: 0 })]);
    expect(await indexed.find('sparrow')).toHaveLength(18);
    expect(indexed.told.at(-1)).toContain('"candidates":18,"uncovered":0');
  });

  it('stays as it is while little has changed', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    indexed.write('file-1', 'needle\n');
    expect(await indexed.refresh()).toBe('few-changes');
    expect(indexed.segments()).toEqual(['segment-1']);
    expect(await indexed.find('needle')).toEqual(['file-1']);
  });

  it('takes in that files are gone', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    for (const name of ['file-1', 'file-2', 'file-3']) indexed.remove(name);
    expect(await indexed.refresh()).toMatchObject({
      segments: [{ name: 'segment-1' }],
      content: { counts: { files: 17 } },
    });
    expect(await indexed.find('sparrow')).toHaveLength(17);
  });

  it('takes in that directories have changed, so that no search lists them again', async () => {
    await using indexed = await openIndexed();
    const names = ['one', 'two', 'three', 'four', 'five'];
    for (const name of names) mkdirSync(join(indexed.root, name));
    indexed.settle(names);
    await indexed.refresh();
    for (const name of names) {
      indexed.write(`${name}/passing`, '');
      indexed.remove(`${name}/passing`);
    }
    indexed.settle(names);
    expect(await indexed.refresh()).toMatchObject({ segments: [{ name: 'segment-1' }] });
    expect(await indexed.refresh()).toBe('few-changes');
  });

  it('is built anew once a quarter of it is of no use any more', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    for (const name of NAMES.slice(0, 9)) indexed.write(name, 'needle\n');
    expect(await indexed.refresh()).toMatchObject({ segments: [{ firstColumn: 0 }] });
    expect(indexed.segments()).toHaveLength(1);
    expect(await indexed.find('needle')).toEqual(NAMES.slice(0, 9).toSorted());
  });

  it('is built anew once it has many segments', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    for (let segments = 2; segments <= 16; segments++) {
      for (const name of ['one', 'two']) indexed.write(`${name}-${segments}`, 'needle\n');
      await indexed.refresh();
      expect(indexed.segments()).toHaveLength(segments);
    }
    indexed.write('last', 'needle\n');
    await indexed.refresh();
    expect(indexed.segments()).toHaveLength(1);
    expect(await indexed.find('needle')).toHaveLength(31);
  });

  it('is made where there is none, for a tree of many files', async () => {
    await using indexed = await openIndexed();
    expect(await indexed.refresh({ ...BOUNDS, leastFiles: 21 })).toBe('few-files');
    expect(indexed.segments()).toEqual([]);
    expect(await indexed.refresh()).toMatchObject({ content: { counts: { files: 20 } } });
    expect(await indexed.find('file-1\\b')).toEqual(['file-1']);
  });

  it('is read to the end by a search that began before', async () => {
    await using indexed = await openIndexed();
    await indexTree(indexed.root, indexed.directory);
    const finds = Array.from({ length: 4 }, () => indexed.find('sparrow'));
    for (const name of ['one', 'two', 'three']) indexed.write(name, 'needle\n');
    await Promise.all([indexed.refresh(), ...finds.map((find) => find.catch(() => null))]);
    expect(indexed.told.filter((text) => text.includes('cannot be read'))).toEqual([]);
    expect(await indexed.find('needle')).toEqual(['one', 'three', 'two']);
  });

  it('is refreshed by a thread under the rules of the session, which says what became of it', async () => {
    await using indexed = await openIndexed();
    const { root, directory } = indexed;
    const building = { deny: [], builtinDeny: true, skip: [], environment: {} };
    const task = { allow: [root], root, directory, rules: '', building };
    expect(['few-files', 'file-system']).toContain(await refresh(task));
    await expect(refresh({ ...task, allow: [join(root, 'gone')] })).rejects.toThrow('gone');
  });
});

describe.skipIf(process.platform !== 'linux')('an index that is made later', () => {
  const start = async () => {
    const tree = await openTree({ 'tree/a': 'x', index: null });
    const [root, directory] = [tree.path('tree'), tree.path('index')];
    const volume = openLocalVolume({ allow: [root] });
    const told: unknown[] = [];
    const log = (_: string, text: string) => void told.push(text);
    const building = { deny: [], builtinDeny: true, skip: [], environment: {} };
    const index = { ...forcedIndex(directory), building, log };
    const searched = await volume.open(root);
    if (searched.kind !== 'directory') throw new Error('The tree is no directory');
    const dispose = async (): Promise<void> => {
      searched.close();
      await tree[Symbol.asyncDispose]();
    };
    return { tree, root, directory, told, search: { volume, searched, index }, [Symbol.asyncDispose]: dispose };
  };

  it('is begun once in ten minutes, and what goes wrong is logged', async (context) => {
    await using started = await start();
    context.skip(!keepsTimes(started.root), 'No index is made here');
    for (let time = 0; time < 3; time++) await indexLater(started.search);
    // The sources have no thread of their own: only a bundle has.
    await vi.waitFor(() => expect(started.told).toEqual(['work on the index failed']), PATIENCE);
    updateLater(started.search);
    expect(started.told).toHaveLength(1);
  });

  it('is begun again after ten minutes, but for a small tree, which was read in full to find that out', async (context) => {
    await using started = await start();
    context.skip(!keepsTimes(started.root), 'No index is made here');
    const { root, directory, search } = started;
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      for (const times of [1, 2]) {
        vi.setSystemTime(Date.now() + 601_000);
        await indexLater(search);
        await vi.waitFor(() => expect(started.told).toHaveLength(times), PATIENCE);
      }
      const { building, rules } = search.index;
      noteResult({ allow: [root], root, directory, rules, building }, 'few-files');
      vi.setSystemTime(Date.now() + 601_000);
      await indexLater(search);
      updateLater(search);
      expect(started.told).toHaveLength(2);
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
      await indexLater(search);
      await vi.waitFor(() => expect(started.told).toHaveLength(3), PATIENCE);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is none where there is one, and none for a session that builds none', async () => {
    await using started = await start();
    await indexTree(started.root, started.directory);
    await indexLater(started.search);
    await indexLater({ ...started.search, index: { ...started.search.index, building: null } });
    expect(started.told).toEqual([]);
  });

  it('is begun at once where the one that was there is gone', async (context) => {
    await using started = await start();
    context.skip(!keepsTimes(started.root), 'No index is made here');
    await indexTree(started.root, started.directory);
    await indexLater(started.search);
    clearIndexes(join(started.directory, 'dragoman/index'), () => true);
    await indexLater(started.search);
    await vi.waitFor(() => expect(started.told).toEqual(['work on the index failed']), PATIENCE);
  });
});

describe('what is worth an index', () => {
  it.each([
    [0, 0, false],
    [1, 10, true],
    [399, 20_000, false],
    [400, 20_000, true],
    [999, 300_000, false],
    [1_000, 300_000, true],
  ])('%d changes in %d files: %s', (changes, files, expected) => {
    expect(isWorthwhile(changes, files)).toBe(expected);
  });

  it('is a tree in which searches were slow twice within ten minutes', () => {
    const index = { ...forcedIndex('/'), bounds: { slowMs: 250, slowSearches: 2, leastFiles: 0, mostListed: 1 } };
    noteFullScan(index, '/', 300);
    noteFullScan(index, '/', 249);
    noteFullScan(index, '/other', 300);
    expect(isOftenSlow(index, '/')).toBe(false);
    index.slow.set('/', [Date.now() - 600_001]);
    noteFullScan(index, '/', 300);
    expect(isOftenSlow(index, '/')).toBe(false);
    noteFullScan(index, '/', 250);
    expect(isOftenSlow(index, '/')).toBe(true);
  });

  it('is one also after it has been used for long', () => {
    const bounds = { slowMs: 250, slowSearches: 2, leastFiles: 0, mostListed: 1 };
    const longAgo = Date.now() - 600_001;
    const index = { ...forcedIndex('/'), bounds, slow: new Map([['/', [longAgo, longAgo]]]) };
    noteFullScan(index, '/', 300);
    expect(isOftenSlow(index, '/')).toBe(true);
  });
});
