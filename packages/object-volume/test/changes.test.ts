import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { type ObjectStore, openObjectVolume, openS3Store } from '../src/index.ts';
import { credentials, overSmallStore, textOf } from './over-small-store.ts';
import { startSmallStore } from './small-store.ts';
import { plant } from './test-store.ts';

const write = (text: string) => () => [Buffer.from(text)];
const MiB = 1024 * 1024;

const { open, cache, at } = overSmallStore();

describe('a move', () => {
  it('is not atomic, and says so', async () => {
    await using opened = await open({ a: 'A', 'd/x': 'X' });
    const { volume, now } = opened;
    expect(await volume.move('/data/a', '/data/b')).toMatchObject({ copied: true, atomic: false });
    expect(await volume.move('/data/d', '/data/e')).toMatchObject({ copied: true, atomic: false });
    expect(await volume.move('/data/b', '/data/b')).not.toHaveProperty('atomic');
    expect(await now()).toEqual({ b: 'A', 'e/x': 'X' });
  });

  it('of what is too large for the copy is made by the store', async () => {
    await using opened = await open({ large: 'x'.repeat(2000) }, { maxFileBytes: 1000 });
    await opened.volume.move('/data/large', '/data/moved');
    expect(await opened.now()).toEqual({ moved: 'x'.repeat(2000) });
  });

  it('takes what is there along that was written while it was copied', async () => {
    let isFirst = true;
    const put: ObjectStore['put'] = async (key, ...rest) => {
      if (isFirst && key.endsWith('/to')) {
        isFirst = false;
        const from = key.replace(/to$/, 'from');
        await at.store.put(from, Buffer.from('new'), (await at.store.head(from))?.etag ?? '', { metadata: {} });
      }
      return at.store.put(key, ...rest);
    };
    await using opened = await open({ from: 'old' }, { over: { put } });
    await opened.volume.move('/data/from', '/data/to');
    expect(await opened.now()).toEqual({ to: 'new' });
  });

  it('of a directory is taken back where something in it cannot be copied', async () => {
    const copy: ObjectStore['copy'] = async (from, to, signal) => {
      if (from.endsWith('/c')) throw new Error('No');
      return at.store.copy(from, to, signal);
    };
    await using opened = await open({ 'd/a': 'A', 'd/b': 'B', 'd/c': 'C' }, { over: { copy } });
    await expect(opened.volume.move('/data/d', '/data/e')).rejects.toThrow('No');
    expect(await opened.now()).toEqual({ 'd/a': 'A', 'd/b': 'B', 'd/c': 'C' });
  });

  it('of a directory takes the empty ones in it along, and makes no others', async () => {
    const files = { 'd/': '', 'd/x': 'X', 'd/empty/': '', 'd/e/': '', 'd/e/f/': '', 'lone/': '' };
    await using opened = await open(files);
    await opened.volume.move('/data/d', '/data/moved');
    await opened.volume.move('/data/lone', '/data/alone');
    expect(await opened.now()).toEqual({ 'moved/x': 'X', 'moved/empty/': '', 'moved/e/f/': '', 'alone/': '' });
  });

  it('of a directory is taken back with the empty ones in it, and leaves what others made', async () => {
    let puts = 0;
    const put: ObjectStore['put'] = async (key, ...rest) => {
      puts += 1;
      // The third is refused when the others are made.
      if (puts === 3) throw new Error('No');
      return puts === 1 ? null : at.store.put(key, ...rest);
    };
    const files = { 'd/x': 'X', 'd/one/': '', 'd/two/': '', 'd/three/': '' };
    await using opened = await open(files, { over: { put } });
    await expect(opened.volume.move('/data/d', '/data/e')).rejects.toThrow('No');
    expect(await opened.now()).toEqual(files);
  });

  it('of a directory leaves what was written meanwhile where it was', async () => {
    const copy: ObjectStore['copy'] = async (from, to, signal) => {
      await at.store.copy(from, to, signal);
      if (!from.endsWith('/a')) return;
      await at.store.put(from, Buffer.from('new'), (await at.store.head(from))?.etag ?? '', { metadata: {} });
    };
    await using opened = await open({ 'd/a': 'A', 'd/b': 'B' }, { over: { copy } });
    await expect(opened.volume.move('/data/d', '/data/e')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await opened.now()).toEqual({ 'd/a': 'new', 'e/a': 'A', 'e/b': 'B' });
  });
});

describe('several changes', () => {
  it('are refused with a sentence, and nothing is changed', async () => {
    await using opened = await open({ a: 'A', b: 'B' });
    const both = [
      { kind: 'write', path: '/data/a', change: write('new') },
      { kind: 'remove', path: '/data/b' },
    ] as const;
    await expect(opened.volume.transact(both)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Cannot change "/data/a" together with others: a store of objects changes one at a time',
    });
    const move = [{ kind: 'move', from: '/data/a', to: '/data/c' }] as const;
    await expect(opened.volume.transact(move)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await opened.now()).toEqual({ a: 'A', b: 'B' });
  });

  it('that are one or none are made', async () => {
    await using opened = await open({ b: 'B' });
    const { volume } = opened;
    expect(await volume.transact([])).toEqual([]);
    expect(await volume.transact([{ kind: 'write', path: '/data/a', change: write('A') }])).toMatchObject([
      { created: true },
    ]);
    const [removed] = await volume.transact([{ kind: 'remove', path: '/data/b' }]);
    expect(removed).toMatchObject({ change: 'remove', kind: 'file' });
    expect(removed).not.toHaveProperty('atomic');
    expect(await opened.now()).toEqual({ a: 'A' });
  });
});

describe('a removal', () => {
  it('of a directory is not atomic, and goes on until it is empty', async () => {
    let isFirst = true;
    const remove: ObjectStore['delete'] = async (key, ...rest) => {
      if (isFirst && key.endsWith('/a')) {
        isFirst = false;
        await at.store.put(key, Buffer.from('new'), (await at.store.head(key))?.etag ?? '', { metadata: {} });
      }
      return at.store.delete(key, ...rest);
    };
    await using opened = await open({ 'd/a': 'A', 'd/e/b': 'B', 'd/empty/': '' }, { over: { delete: remove } });
    expect(await opened.volume.remove('/data/d', { recursive: true })).toMatchObject({ atomic: false });
    expect(await opened.now()).toEqual({});
  });
});

describe('a write', () => {
  it('is refused where others come first twelve times', { timeout: 120_000 }, async () => {
    let tries = 0;
    const put: ObjectStore['put'] = async () => {
      tries += 1;
      return null;
    };
    await using opened = await open({ f: 'x' }, { over: { put } });
    await expect(opened.volume.update('/data/f', write('y'))).rejects.toMatchObject({
      code: 'CONFLICT',
      failure: { changedMeanwhile: true },
    });
    expect(tries).toBe(12);
  });

  it('takes parts of what is there, as far as that goes', async () => {
    await using opened = await open({ f: 'abcdef' });
    const { volume } = opened;
    await volume.update('/data/f', () => [
      { from: 4, to: 6 },
      Buffer.from('-'),
      { from: 2, to: 2 },
      { from: 0, to: 2 },
    ]);
    expect(await opened.now()).toEqual({ f: 'ef-ab' });
    await expect(volume.update('/data/f', () => [{ from: 0, to: 9 }])).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(volume.update('/data/new', () => [{ from: 0, to: 9 }])).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('of more than one PUT can take is refused', async () => {
    await using opened = await open({ f: 'x' });
    const tooMuch = [{ from: 0, to: 6 * 1024 ** 3 }];
    await expect(opened.volume.update('/data/f', () => tooMuch)).rejects.toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    expect(await opened.now()).toEqual({ f: 'x' });
  });

  it('over the limit is not copied, and is read again in parts', async () => {
    await using opened = await open({}, { maxFileBytes: 1000 });
    await opened.volume.update('/data/f', write('y'.repeat(3000)));
    using file = (await opened.volume.open('/data/f')) as OpenFile;
    expect(await textOf(file)).toBe('y'.repeat(3000));
    await expect(async () => file.localTree()).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  it('makes no directory where a file is, and none twice', async () => {
    await using opened = await open({ f: 'x' });
    const { volume } = opened;
    await expect(volume.makeDirectory('/data/f')).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    expect(await volume.makeDirectory('/data/d/e', { dryRun: true })).toMatchObject({ created: true });
    expect(await volume.makeDirectory('/data/d/e')).toMatchObject({ created: true });
    expect(await volume.makeDirectory('/data/d/e')).toMatchObject({ created: false });
    expect(await opened.now()).toEqual({ 'd/e/': '', f: 'x' });
  });
});

describe('a file', () => {
  it('of several megabytes comes in two parts, of one state', async () => {
    let isFirst = true;
    const get: ObjectStore['get'] = async (key, want, signal) => {
      if (isFirst && want.only !== undefined) {
        isFirst = false;
        await at.store.put(key, Buffer.alloc(3 * MiB, 'b'), (await at.store.head(key))?.etag ?? '', { metadata: {} });
      }
      return at.store.get(key, want, signal);
    };
    await using opened = await open({ f: 'a'.repeat(3 * MiB) }, { over: { get } });
    using file = (await opened.volume.open('/data/f')) as OpenFile;
    const text = await textOf(file);
    expect([text.length, text.replaceAll('b', '')]).toEqual([3 * MiB, '']);
  });

  it('that is another whenever its second part is asked for is not read forever', async () => {
    const get: ObjectStore['get'] = async (key, want, signal) =>
      want.only === undefined ? at.store.get(key, want, signal) : 'changed';
    await using opened = await open({ f: 'a'.repeat(2 * MiB) }, { over: { get } });
    await expect(opened.volume.open('/data/f')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('can be handed to a child process, wherever its content is', async () => {
    await using opened = await open({ f: 'x', empty: '' });
    const { volume } = opened;
    for (const name of ['f', 'f', 'empty']) {
      using file = (await volume.open(`/data/${name}`)) as OpenFile;
      using tree = await file.localTree();
      expect(tree.descriptor).toBeGreaterThan(2);
    }
    using directory = (await volume.open('/data', { for: 'names' })) as OpenDirectory;
    for (const name of ['f', 'empty']) {
      using file = directory.openFile(name);
      using tree = await file.localTree();
      expect(tree.descriptor).toBeGreaterThan(2);
    }
  });

  it('that a list showed is fetched when it is read, in that state or not at all', async () => {
    await using opened = await open({ a: 'A', b: 'B', c: 'C' });
    using directory = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
    using a = directory.openFile('a');
    using b = directory.openFile('b');
    using closed = directory.openFile('c');
    const reading = closed.read(Buffer.alloc(1), 0);
    closed.close();
    await Promise.allSettled([reading]);
    expect(await textOf(a)).toBe('A');
    const key = `${opened.prefix}/b`;
    await at.store.put(key, Buffer.from('new'), (await at.store.head(key))?.etag ?? '', { metadata: {} });
    await expect(textOf(b)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(a.ownStat()).toMatchObject({ size: 1, mode: 0o644 });
  });

  it('is gone at the next look when others have removed it, or made a directory of it', async () => {
    await using opened = await open({ f: 'x' });
    const { volume, prefix } = opened;
    const look = async () => {
      using found = await volume.open('/data/f');
      return found.kind;
    };
    expect(await look()).toBe('file');
    await at.store.delete(`${prefix}/f`, (await at.store.head(`${prefix}/f`))?.etag ?? '');
    await expect(look()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await plant(at.store, prefix, { 'f/below': 'y' });
    expect(await look()).toBe('directory');
    using below = (await volume.open('/data/f/below')) as OpenFile;
    expect(await textOf(below)).toBe('y');
    await at.store.delete(`${prefix}/f/below`, (await at.store.head(`${prefix}/f/below`))?.etag ?? '');
    await plant(at.store, prefix, { f: 'again' });
    using again = (await volume.open('/data/f')) as OpenFile;
    expect(await textOf(again)).toBe('again');
  });
});

describe('a directory', () => {
  it('is listed page by page', async () => {
    const pages = await startSmallStore({ pageSize: 100 });
    const paged = await openS3Store({ bucket: 'any', endpoint: pages.endpoint, pathStyle: true, credentials });
    await paged.probe();
    const files = Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`d${index % 7}/f${index}`, '']));
    await plant(paged, 'p', files);
    await using volume = openObjectVolume({ store: paged, prefix: 'p', at: '/data', cache });
    const before = pages.requests();
    using directory = (await volume.open('/data', { for: 'names' })) as OpenDirectory;
    expect(pages.requests() - before).toBe(4);
    const names = directory.entries().flatMap(({ name }) => directory.openDirectory(name).entries());
    expect(names).toHaveLength(350);
    await pages[Symbol.asyncDispose]();
  });

  it('is searched without what may not be read, and not at all where the store fails', async () => {
    const failing = { code: 'AccessDenied', status: 403 };
    await using opened = await open({ 'd/a': 'A', 'd/b': 'B', 'd/empty': '' });
    using directory = (await opened.volume.open('/data/d', { for: 'names' })) as OpenDirectory;
    at.small.intervene(({ key }) => (key.endsWith('/b') ? failing : null));
    using tree = await directory.localTree();
    expect(tree.missing).toBe(1);
    at.small.intervene(({ key }) => (key.endsWith('/b') ? { status: 400 } : null));
    await expect(async () => directory.localTree()).rejects.toMatchObject({ code: 'IO_ERROR' });
    await expect(opened.volume.open('/data/d', { for: 'tree' })).rejects.toMatchObject({ code: 'IO_ERROR' });
    at.small.intervene(() => null);
  });

  it('has its ignore files at hand, and no file for a directory', async () => {
    await using opened = await open({ '.gitignore': 'x', 'd/.ignore': 'y', 'd/f': '' });
    using directory = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
    expect(String(directory.readAtOnce('d/.ignore', 10))).toBe('y');
    expect(directory.readAtOnce('d/.ignore', 0)).toBeNull();
    expect(() => directory.readAtOnce('d', 10)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_FILE' }));
    expect(() => directory.openFile('d/g')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(() => directory.openFile('d/f/g')).toThrow(expect.objectContaining({ code: 'NOT_DIRECTORY' }));
    expect(() => directory.openDirectory('d/f')).toThrow(expect.objectContaining({ code: 'NOT_DIRECTORY' }));
    expect([directory.hintOf('d'), directory.hintOf('none')]).toEqual([{ mtimeMs: 0, size: 0 }, null]);
    expect(directory.ctimeHint('')).toBe(Number.POSITIVE_INFINITY);
  });

  it('is not opened for a path that ends in a file', async () => {
    await using opened = await open({ f: 'x' });
    await expect(opened.volume.open('/data/f/')).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(opened.volume.remove('/data/f/')).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(opened.volume.open('/data/f/g')).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
  });
});

it('a cache without room holds nothing, and everything is read all the same', async () => {
  await using opened = await open({ f: 'x'.repeat(100) }, { cacheBytes: 10 });
  for (let round = 0; round < 2; round += 1) {
    using file = (await opened.volume.open('/data/f')) as OpenFile;
    expect(await textOf(file)).toBe('x'.repeat(100));
  }
  using directory = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
  using tree = await directory.localTree();
  expect(tree.missing).toBe(1);
});

it.each(['a//b', '..', 'a/./b'])('a prefix that is no path is refused: %s', (prefix) => {
  expect(() => openObjectVolume({ store: at.store, prefix, at: '/data', cache })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  );
});
