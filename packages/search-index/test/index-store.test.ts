import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openLocalVolume, type Volume } from '@dragoman/fs-core';
import { lockFile, sha256 } from '@dragoman/fs-core/internal/index-kit';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { keyOf } from '../src/lib/index-place.ts';
import { clearIndexes, IndexTooLargeError, isTooLarge, listIndexes, storeIndex } from '../src/lib/index-store.ts';
import { openStoredIndex } from '../src/lib/open-index.ts';
import { buildTreeIndex, refreshTreeIndex } from '../src/lib/tree-index.ts';
import { forcedIndex, indexTree, SKIP, search } from './indexed.ts';

const FILES = { 'tree/a': 'needle\n', 'tree/b': 'hay\n', 'tree/c/d': 'needle, hay\n', index: null };

async function openIndexed() {
  const tree = await openTree(FILES);
  const [root, directory] = [tree.path('tree'), tree.path('index')];
  await indexTree(root, directory);
  const place = join(directory, 'dragoman/index');
  const homes = readdirSync(place).map((name) => join(place, name));
  const home = homes[0] ?? '';
  const told: string[] = [];
  const index = {
    ...forcedIndex(directory),
    log: (_: string, text: string, data?: object) => void told.push(JSON.stringify({ text, ...data })),
  };
  const find = async () => {
    const found = await search(openLocalVolume({ allow: [root] }), root, { pattern: 'needle', index });
    return found.files.map((file) => JSON.parse(file)[0]);
  };
  return { root, directory, place, home, told, find, [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose]() };
}

const FOUND = ['a', 'c/d'];

function segmentOf(home: string): string {
  return join(home, readdirSync(home).find((name) => name.startsWith('segment')) ?? '');
}

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // By which the directory was listed.
      return [];
    }
  });
}

/** Puts another manifest in its place, with the digest that it must have. */
function rewriteManifest(home: string, change: (json: string) => string): void {
  const path = join(home, 'manifest');
  const json = change(readFileSync(path, 'utf8').slice(65));
  writeFileSync(`${path}.new`, `${sha256(Buffer.from(json))}\n${json}`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

describe.skipIf(process.platform !== 'linux')('a stored index', () => {
  it('is for its user alone', async () => {
    await using indexed = await openIndexed();
    expect(await indexed.find()).toEqual(FOUND);
    expect(indexed.told.at(-1)).toContain('some files');
    const listed = [...listIndexes(indexed.place).values()];
    expect(listed).toMatchObject([{ root: indexed.root, content: { counts: { files: 3, directories: 2 } } }]);
  });

  it.each<[string, (home: string) => void]>([
    ['has a segment that is cut', (home) => truncateSync(segmentOf(home), 10)],
    [
      'has a segment with another bit',
      (home) => {
        const bytes = readFileSync(segmentOf(home));
        bytes[0] = (bytes[0] as number) ^ 1;
        writeFileSync(segmentOf(home), bytes);
      },
    ],
    ['has a manifest that is cut', (home) => truncateSync(join(home, 'manifest'), 100)],
    ['has an empty manifest', (home) => truncateSync(join(home, 'manifest'), 0)],
    [
      'has a manifest with another word',
      (home) => {
        const path = join(home, 'manifest');
        writeFileSync(path, readFileSync(path, 'utf8').replace('"files":3', '"files":2'));
      },
    ],
    ['has a segment that others may read', (home) => chmodSync(segmentOf(home), 0o644)],
    [
      'has a link in place of its segment',
      (home) => {
        renameSync(segmentOf(home), join(home, 'away'));
        symlinkSync('away', join(home, 'segment-1'));
      },
    ],
    ['lies in a directory that others may enter', (home) => chmodSync(home, 0o755)],
  ])('is not used if it %s', async (_, damage) => {
    await using indexed = await openIndexed();
    damage(indexed.home);
    expect(await indexed.find()).toEqual(FOUND);
    expect(indexed.told).toEqual([JSON.stringify({ text: 'search reads every file', reason: 'no index' })]);
    await indexTree(indexed.root, indexed.directory).catch(() => undefined);
    expect(await indexed.find()).toEqual(FOUND);
  });

  it('is none where the system lets nobody look, and the search goes on', async () => {
    await using indexed = await openIndexed();
    const around = join(indexed.directory, 'around');
    symlinkSync('around', around);
    const index = forcedIndex(around);
    const found = await search(openLocalVolume({ allow: [indexed.root] }), indexed.root, { pattern: 'needle', index });
    expect([found.error, found.files.map((file) => JSON.parse(file)[0])]).toEqual([null, FOUND]);
  });

  it('is passed over while it cannot be opened, and leaves no file open', async () => {
    await using indexed = await openIndexed();
    rewriteManifest(indexed.home, (json) => json.replace('"nameBytes":', '"nameBytes":9000000000000'));
    for (let time = 0; time < 2; time++) expect(await indexed.find()).toEqual(FOUND);
    const told = JSON.stringify({ text: 'search reads every file', reason: 'no index' });
    expect(indexed.told).toEqual([told, told]);
    expect(openFiles().filter((path) => path.startsWith(indexed.home))).toEqual([]);
    await indexTree(indexed.root, indexed.directory);
    expect(await indexed.find()).toEqual(FOUND);
    expect(indexed.told.at(-1)).toContain('some files');
  });

  it('is not removed for damage to the one before it', async () => {
    await using indexed = await openIndexed();
    const { root, directory, home } = indexed;
    truncateSync(segmentOf(home), 10);
    const key = await keyOf({ volume: openLocalVolume({ allow: [root] }), root, directory, rules: '' });
    if (typeof key === 'string') throw new Error(key);
    using _ = key.root;
    const opening = openStoredIndex(key);
    rewriteManifest(home, (json) => json);
    expect(await opening).toBeNull();
    expect(existsSync(home)).toBe(true);
    expect(await openStoredIndex(key)).toBeNull();
    expect(existsSync(home)).toBe(false);
  });

  it('makes place for the next one, and searches take that', async () => {
    await using indexed = await openIndexed();
    await indexed.find();
    writeFileSync(join(indexed.root, 'new'), 'needle\n');
    const before = segmentOf(indexed.home);
    await indexTree(indexed.root, indexed.directory);
    expect(existsSync(before)).toBe(false);
    expect(readdirSync(indexed.home)).toHaveLength(3);
    expect(await indexed.find()).toEqual([...FOUND, 'new']);
    expect(indexed.told.at(-1)).toContain('"uncovered":0');
  });

  it('is built by one process at a time', async () => {
    await using indexed = await openIndexed();
    using _ = await lockFile(`${indexed.home}/manifest`, { waitMs: 0 });
    await expect(indexTree(indexed.root, indexed.directory)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await indexed.find()).toEqual(FOUND);
    expect(indexed.told.at(-1)).toContain('some files');
  });

  it('stays as it was if the building of another is cancelled', async () => {
    await using indexed = await openIndexed();
    const { root, directory } = indexed;
    const given = { directory, rules: '', userExcludes: null, skip: SKIP, restMs: 0, signal: AbortSignal.abort() };
    const volume = openLocalVolume({ allow: [root] });
    await expect(buildTreeIndex({ volume, root, ...given })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(indexed.home)).toHaveLength(3);
    expect(await indexed.find()).toEqual(FOUND);
  });

  it('is given up for good once it grew too large, until somebody clears or builds it', async () => {
    await using indexed = await openIndexed();
    const { root, directory, place } = indexed;
    const volume = openLocalVolume({ allow: [root] });
    const given = { volume, root, directory, rules: '', userExcludes: null, skip: SKIP, restMs: 0 };
    const key = await keyOf(given);
    if (typeof key === 'string') throw new Error(key);
    using _ = key.root;
    const fail = (error: Error) => storeIndex(key, () => Promise.reject(error));
    await expect(fail(new RangeError('Another'))).rejects.toThrow('Another');
    expect(isTooLarge(key)).toBe(false);
    await expect(fail(new IndexTooLargeError())).rejects.toThrow('too large');
    await expect(fail(new Error('Another'))).rejects.toThrow('Another');
    expect(isTooLarge(key)).toBe(true);
    expect(await refreshTreeIndex(given)).toBe('too-large');
    expect(await indexed.find()).toEqual(FOUND);
    await indexTree(root, directory);
    expect(isTooLarge(key)).toBe(false);
    clearIndexes(place, () => true);
    await expect(fail(new IndexTooLargeError())).rejects.toThrow('too large');
    expect(clearIndexes(place, (of) => of === root)).toBe(1);
    expect(isTooLarge(key)).toBe(false);
  });

  it('is another for each set of rules, and the oldest go if they are not used', async () => {
    await using indexed = await openIndexed();
    const { root, directory, place, home } = indexed;
    const volume = openLocalVolume({ allow: [root], deny: ['**/a'] });
    const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
    utimesSync(home, longAgo, longAgo);
    await buildTreeIndex({ volume, root, directory, rules: 'others', userExcludes: null, skip: SKIP, restMs: 0 });
    const left = [...listIndexes(place).values()];
    expect(left).toMatchObject([{ content: { counts: { files: 2 } } }]);
    expect(existsSync(home)).toBe(false);
    expect(clearIndexes(place, () => true)).toBe(1);
    expect(listIndexes(place).size).toBe(0);
  });

  it('holds nothing of a denied file, and is not that of who may read it', async () => {
    await using tree = await openTree({ 'tree/secret': 'unspeakable\n', 'tree/a': 'plain\n', index: null });
    const [root, directory] = [tree.path('tree'), tree.path('index')];
    await indexTree(root, directory);
    const volume = openLocalVolume({ allow: [root], deny: ['**/secret'] });
    const given = { volume, root, directory, rules: 'denied', userExcludes: null, skip: SKIP, restMs: 0 };
    expect(await buildTreeIndex(given)).toMatchObject({ content: { counts: { files: 1 } } });
    const listed = [...listIndexes(join(directory, 'dragoman/index'))];
    expect(listed).toHaveLength(2);
    const [home = ''] = listed.find(([, manifest]) => manifest?.rules.includes('denied')) ?? [];
    for (const name of readdirSync(join(directory, 'dragoman/index', home))) {
      expect(readFileSync(join(directory, 'dragoman/index', home, name), 'latin1')).not.toContain('secret');
    }
    const candidates = async (allowed: Volume, rules: string): Promise<unknown> => {
      const told: unknown[] = [];
      const log = (_: string, __: string, data?: object) => void told.push(data);
      await search(allowed, root, { pattern: 'unspeakable', index: { ...forcedIndex(directory), rules, log } });
      return told;
    };
    expect(await candidates(volume, 'denied')).toEqual([{ candidates: 0, uncovered: 0 }]);
    expect(await candidates(openLocalVolume({ allow: [root] }), '')).toEqual([{ candidates: 1, uncovered: 0 }]);
  });
});
