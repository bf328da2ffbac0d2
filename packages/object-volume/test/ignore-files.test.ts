import type { OpenDirectory } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../src/index.ts';
import { overSmallStore } from './over-small-store.ts';

const { open, at } = overSmallStore();

const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`d${index}/.gitignore`, `rule ${index}`]));

describe('ignore files', () => {
  it.each(['names', 'tree'] as const)('are at hand, though the copy has no room for them: %s', async (purpose) => {
    const files = { '.gitignore': 'x', 'd/.ignore': 'y', 'd/.git/info/exclude': 'z', 'd/f': 'content' };
    await using opened = await open(files, { cacheBytes: 0 });
    using directory = (await opened.volume.open('/data', { for: purpose })) as OpenDirectory;
    const before = at.small.requests();
    expect(String(directory.readAtOnce('.gitignore', 10))).toBe('x');
    using below = directory.openDirectory('d');
    expect([below.readAtOnce('.ignore', 10), below.readAtOnce('.git/info/exclude', 10)].map(String)).toEqual([
      'y',
      'z',
    ]);
    expect(below.readAtOnce('.ignore', 0)).toBeNull();
    // Nothing is asked of which nobody would hear the answer.
    expect(() => below.readAtOnce('f', 10)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(at.small.requests()).toBe(before);
  });

  it('are fetched once, and the next time taken from the copy', async () => {
    await using opened = await open(MANY);
    const requestsOf = async (): Promise<number> => {
      const before = at.small.requests();
      using _ = await opened.volume.open('/data', { for: 'names' });
      return at.small.requests() - before;
    };
    expect([await requestsOf(), await requestsOf()]).toEqual([41, 1]);
  });

  it('come to no more than those on the way when the call is cancelled', async () => {
    const controller = new AbortController();
    let begun = 0;
    const get: ObjectStore['get'] = (...asked) => {
      begun += 1;
      controller.abort();
      return at.store.get(...asked);
    };
    await using opened = await open(MANY, { over: { get } });
    const opening = opened.volume.open('/data', { for: 'names', signal: controller.signal });
    await expect(opening).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(begun).toBeLessThan(20);
  });

  it('that may not be read or are too large are left out, and a store that fails is told', async () => {
    const files = { '.gitignore': 'x', '.ignore': 'y'.repeat(300_000), 'secret/.ignore': 'z' };
    await using opened = await open(files, { deny: ['**/secret/**'] });
    at.small.intervene(({ key }) => (key.endsWith('.gitignore') ? { status: 403 } : null));
    using directory = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
    expect(() => directory.readAtOnce('.gitignore', 10)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(directory.readAtOnce('.ignore', 256 * 1024)).toBeNull();
    at.small.intervene(({ key }) => (key.endsWith('.gitignore') ? { status: 400 } : null));
    await expect(opened.volume.open('/data', { for: 'names' })).rejects.toMatchObject({ code: 'IO_ERROR' });
    at.small.intervene(() => null);
  });

  it('that others write or remove while they are fetched are those of that moment', async () => {
    let change: (key: string) => Promise<unknown> = async () => undefined;
    const get: ObjectStore['get'] = async (key, ...asked) => {
      await change(key);
      return at.store.get(key, ...asked);
    };
    await using opened = await open({ '.gitignore': 'old' }, { over: { get } });
    const etagOf = async (key: string) => (await at.store.head(key))?.etag ?? '';
    change = async (key) => at.store.put(key, Buffer.from('newer'), await etagOf(key), { metadata: {} });
    using directory = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
    expect(String(directory.readAtOnce('.gitignore', 10))).toBe('newer');
    change = async (key) => at.store.put(key, Buffer.alloc(300_000, 'x'), await etagOf(key), { metadata: {} });
    await at.store.put(`${opened.prefix}/.ignore`, Buffer.from('y'), null, { metadata: {} });
    using grown = (await opened.volume.open('/data', { for: 'names' })) as OpenDirectory;
    expect(grown.readAtOnce('.ignore', 256 * 1024)).toBeNull();
    change = async (key) => at.store.delete(key, await etagOf(key));
    await at.store.put(`${opened.prefix}/d/.ignore`, Buffer.from('z'), null, { metadata: {} });
    using gone = (await opened.volume.open('/data/d', { for: 'names' })) as OpenDirectory;
    expect(() => gone.readAtOnce('.ignore', 10)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('a search', () => {
  it('begins no further fetch once one has failed', async () => {
    let begun = 0;
    const get: ObjectStore['get'] = async (...asked) => {
      begun += 1;
      if (begun > 1) return at.store.get(...asked);
      throw new Error('No');
    };
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 'x']));
    await using opened = await open(files, { over: { get } });
    await expect(opened.volume.open('/data', { for: 'tree' })).rejects.toThrow('No');
    expect(begun).toBe(64);
  });
});
