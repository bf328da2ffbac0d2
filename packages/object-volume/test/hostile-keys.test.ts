import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import { readRange } from '@dragoman/fs-core/internal/kernel';
import { openTree } from '@dragoman/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStore, openObjectVolume } from '../src/index.ts';
import { namesIn } from '../src/lib/volume/keys.ts';
import { below, insert, newDirectory } from '../src/lib/volume/object-tree.ts';
import { freshPrefix, objectsBelow, plant, reason, testCache, testStore } from './test-store.ts';

const LONG = `${'d'.repeat(200)}/${'e'.repeat(200)}/${'f'.repeat(200)}/${'g'.repeat(200)}/${'h'.repeat(150)}`;

/** Keys that are paths, by their content. */
const PATHS = {
  'plain.txt': 'plain',
  'sp ace & plus+ %41.txt': 'odd',
  'Case.txt': 'upper',
  'case.txt': 'lower',
  'caf\u00e9': 'composed',
  'cafe\u0301': 'decomposed',
  'both/in': 'in the prefix',
  [LONG]: 'long',
};

/** Keys that are none, or that another key rules out. */
const OTHERS = {
  '../x': '',
  '../../../../../../tmp/dragoman-escaped': '',
  'a/../../y': '',
  'a//b': '',
  './c': '',
  '/absolute': '',
  'd/./e': '',
  'line\nfeed': '',
  'bell\u0007': '',
  'escape\u001b[31m': '',
  both: 'the file',
  ['n'.repeat(300)]: '',
};

describe('a key', () => {
  const name = fc.oneof(
    fc.constantFrom('', '.', '..', 'a', 'b', 'A', 'a\u0301', '\u00e1', '\n', 'x'.repeat(256)),
    fc.string(),
  );
  const key = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

  it('is a path that leads down and nowhere else, or none', () => {
    fc.assert(
      fc.property(key, (given) => {
        const names = namesIn(given);
        fc.pre(names !== null);
        expect(names.join('/')).toBe(given);
        expect(join('/root', given)).toBe(`/root/${given}`);
      }),
    );
  });

  it('never shares its path in a tree with another, and is never both a file and a directory', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key), (keys) => {
        const tree = newDirectory();
        for (const each of keys) insert(tree, each, { key: each, etag: each, size: 0, modifiedMs: 0 });
        for (const [path, node] of below(tree)) if (node.kind === 'file') expect(node.object.key).toBe(path);
        const shown = [...below(tree)].filter(([, { kind }]) => kind === 'file').map(([path]) => path);
        const expected = keys.filter(
          (each) =>
            !each.endsWith('/') &&
            namesIn(each) !== null &&
            !keys.some((other) => other.startsWith(`${each}/`) && namesIn(other.replace(/\/$/, '')) !== null),
        );
        expect(shown.sort()).toEqual(expected.sort());
      }),
    );
  });
});

describe.skipIf(reason !== '')(`hostile keys${reason}`, () => {
  let store: ObjectStore;
  const prefix = freshPrefix();
  const cache = testCache();

  beforeAll(async () => {
    store = await testStore();
    await store.probe(prefix);
    await plant(store, prefix, { ...PATHS, ...OTHERS });
  });

  afterAll(() => store[Symbol.asyncDispose]());

  const open = () =>
    openObjectVolume({ store: { ...store, [Symbol.asyncDispose]: async () => undefined }, prefix, at: '/data', cache });

  it('are not shown, and all others are, each with its own content', async () => {
    await using volume = open();
    using directory = (await volume.open('/data', { for: 'tree' })) as OpenDirectory;
    using tree = await directory.localTree();
    const contents: Record<string, string> = {};
    const visit = async (inside: OpenDirectory, at: string): Promise<void> => {
      for (const { name, kind } of inside.entries()) {
        if (kind === 'directory') {
          using lower = inside.openDirectory(name);
          await visit(lower, `${at}${name}/`);
        } else {
          using file = inside.openFile(name);
          contents[at + name] = String(await readRange(file, 0, file.size));
        }
      }
    };
    await visit(directory, '');
    expect(contents).toEqual(PATHS);
    const copied = readdirSync(tree.launchPath, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(copied).toHaveLength(Object.keys(PATHS).length);
  });

  it('never lead out of the directory of the copy', async () => {
    await using volume = open();
    using directory = (await volume.open('/data', { for: 'tree' })) as OpenDirectory;
    using _tree = await directory.localTree();
    expect(existsSync('/tmp/dragoman-escaped')).toBe(false);
    expect(readdirSync(dirname(cache))).toEqual(['cache']);
    expect(readdirSync(cache).every((name) => name.startsWith('copy-'))).toBe(true);
  });

  it.each([
    ['a name of 256 bytes', 'n'.repeat(256)],
    ['a control character', 'a\u0007b'],
    ['a key of more than 1,024 bytes', `${LONG}/${'i'.repeat(120)}`],
  ])('are not made: %s', async (_, path) => {
    await using volume = open();
    const before = await objectsBelow(store, prefix);
    await expect(volume.update(`/data/${path}`, () => [Buffer.from('x')])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(await objectsBelow(store, prefix)).toEqual(before);
  });

  it('are not made of a file below a file, and none over a prefix', async () => {
    await using volume = open();
    const write = () => [Buffer.from('x')];
    await expect(volume.update('/data/plain.txt/below', write)).rejects.toMatchObject({ code: 'NOT_DIRECTORY' });
    await expect(volume.update('/data/both', write)).rejects.toMatchObject({ code: 'IS_DIRECTORY' });
    using both = await volume.open('/data/both');
    expect(both.kind).toBe('directory');
  });

  it('removing a directory spares what no path names', async () => {
    await using volume = open();
    await expect(volume.remove('/data/a', { recursive: true })).rejects.toMatchObject({ code: 'IO_ERROR' });
    expect(Object.keys(await objectsBelow(store, prefix))).toContain('a//b');
  });

  it('are listed beyond a thousand, page by page', async () => {
    const many = `${prefix}-many`;
    const files = Object.fromEntries(Array.from({ length: 1050 }, (_, index) => [`d${index % 3}/f${index}`, '']));
    await plant(store, many, files);
    let pages = 0;
    const list: ObjectStore['list'] = async function* (...asked) {
      for await (const page of store.list(...asked)) {
        pages += 1;
        yield page;
      }
    };
    const counted = { ...store, list, [Symbol.asyncDispose]: async () => undefined };
    await using volume = openObjectVolume({ store: counted, prefix: many, at: '/data', cache });
    using directory = (await volume.open('/data', { for: 'names' })) as OpenDirectory;
    const names = directory.entries().flatMap(({ name }) => directory.openDirectory(name).entries());
    expect([names.length, pages]).toEqual([1050, 2]);
  });

  it('keep content type, metadata and other headers through an edit', async () => {
    const headers = { contentType: 'text/csv', cacheControl: 'no-store', metadata: { owner: 'somebody' } };
    await store.put(`${prefix}/table.csv`, Buffer.from('1'), null, headers);
    await using volume = open();
    for (const text of ['2', '3']) await volume.update('/data/table.csv', () => [Buffer.from(text)]);
    const now = await store.head(`${prefix}/table.csv`);
    expect(now?.headers).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'no-store',
      metadata: { owner: 'somebody' },
    });
    expect(now?.headers.metadata['dragoman-write']).toMatch(/^[\w-]{8}$/);
    await volume.remove('/data/table.csv');
  });
});

describe.skipIf(reason !== '')(`the private copy${reason}`, () => {
  it('of a dead process is removed by the next, and one that is left is its own', async () => {
    const store = await testStore();
    await using home = await openTree();
    const cache = home.path('cache');
    // As a process left it that ran at the beginning of time, on this machine: the hash is that of the copy made here.
    const first = openObjectVolume({ store, prefix: freshPrefix(), at: '/data', cache });
    const [own = ''] = readdirSync(cache);
    const dead = own.replace(/^copy-\d+-\d+-/, 'copy-4194000-1-').replace(/[0-9a-f]{12}$/, '0123456789ab');
    mkdirSync(join(cache, dead, 'files'), { recursive: true });
    writeFileSync(join(cache, dead, 'files', 'left'), 'secret');
    const second = openObjectVolume({ store, prefix: freshPrefix(), at: '/data', cache });
    expect(readdirSync(cache)).toHaveLength(2);
    expect(readdirSync(cache)).not.toContain(dead);
    await first[Symbol.asyncDispose]();
    await second[Symbol.asyncDispose]();
    expect(readdirSync(cache)).toEqual([]);
  });

  it('holds no more than its bound, and what went is fetched again', async () => {
    const store = await testStore();
    const prefix = freshPrefix();
    await using home = await openTree();
    const cache = home.path('cache');
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, `${index}`.repeat(1000)]));
    await plant(store, prefix, files);
    await using volume = openObjectVolume({ store, prefix, at: '/data', cache, cacheBytes: 3500 });
    for (let round = 0; round < 2; round += 1)
      for (const [name, text] of Object.entries(files)) {
        using file = (await volume.open(`/data/${name}`)) as OpenFile;
        expect(String(await readRange(file, 0, file.size))).toBe(text);
      }
    const [own = ''] = readdirSync(cache);
    const held = readdirSync(join(cache, own, 'files'));
    expect(held).toHaveLength(3);
    expect(readFileSync(join(cache, own, 'files', held[0] ?? ''), 'utf8')).toHaveLength(1000);
    using directory = (await volume.open('/data', { for: 'tree' })) as OpenDirectory;
    using tree = await directory.localTree();
    expect(tree.missing).toBe(7);
  });

  it('leaves out what is too large, which is read in parts, and lists no more than its bound', async () => {
    const store = await testStore();
    const prefix = freshPrefix();
    await using home = await openTree();
    const cache = home.path('cache');
    const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
    await store.put(`${prefix}/large`, large, null, { metadata: {} });
    await plant(store, prefix, { small: 'x' });
    await using volume = openObjectVolume({
      store,
      prefix,
      at: '/data',
      cache,
      maxFileBytes: 1_500_000,
      maxObjects: 2,
    });
    using file = (await volume.open('/data/large')) as OpenFile;
    const part = Buffer.from(await readRange(file, 1_048_000, 1_200_000));
    expect(part.equals(large.subarray(1_048_000, 2_248_000))).toBe(true);
    using directory = (await volume.open('/data', { for: 'tree' })) as OpenDirectory;
    using tree = await directory.localTree();
    expect(tree.missing).toBe(1);
    expect(readdirSync(tree.launchPath)).toEqual(['small']);
    await plant(store, prefix, { third: '' });
    await expect(volume.open('/data', { for: 'names' })).rejects.toMatchObject({
      message: 'More than 2 objects under "/data": look in a narrower directory',
    });
  });
});
