import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStore, openS3Store } from '../src/index.ts';
import { startSmallStore } from './small-store.ts';
import { freshPrefix, reason, testStore } from './test-store.ts';

const NAMES = [
  'sp ace',
  'plus+',
  '100%',
  '%41',
  "it's (not)! *",
  'ü',
  '日本語/🎉',
  'a?b#c&d=e;f',
  '~-._',
  'a//b',
  '../up',
  'tab\t',
];

describe.skipIf(reason !== '')(`requests that are signed here${reason}`, () => {
  let store: ObjectStore;
  const prefix = freshPrefix();

  beforeAll(async () => {
    store = await testStore();
    await store.probe(prefix);
  });

  afterAll(() => store[Symbol.asyncDispose]());

  it.each(NAMES)('reach an object of any name: %s', async (name) => {
    const key = `${prefix}/${name}`;
    const etag = (await store.put(key, Buffer.from('content'), null, { metadata: {} })) ?? '';
    expect(await store.get(key, { unless: etag })).toBe('unchanged');
    expect(await store.get(key, { only: 'another' })).toBe('changed');
    expect(await store.get(key, { only: etag, range: [2, 5] })).toMatchObject({
      key,
      etag,
      size: 7,
      bytes: Buffer.from('nte'),
    });
    await store.copy(key, `${key} copied`);
    expect(await store.head(`${key} copied`)).toMatchObject({ size: 7 });
    const listed: string[] = [];
    for await (const { objects } of store.list(key, { depth: 'all' }))
      listed.push(...objects.map((object) => object.key));
    expect(listed).toEqual([key, `${key} copied`]);
    await store.delete(key, etag);
    expect(await store.head(key)).toBeNull();
    expect(await store.get(key, {})).toBeNull();
  });

  it('get parts, all of them, and nothing where there is nothing', async () => {
    const [key, empty] = [`${prefix}/parts`, `${prefix}/empty`];
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
    await store.put(key, bytes, null, { metadata: {} });
    await store.put(empty, new Uint8Array(), null, { metadata: {} });
    const partOf = async (of: string, from: number, to: number) => {
      const got = await store.get(of, { range: [from, to] });
      return got !== null && typeof got === 'object' ? got.bytes : null;
    };
    expect(await partOf(key, 255, 100_000)).toEqual(bytes.subarray(255, 100_000));
    expect(await partOf(key, 299_999, 9e9)).toEqual(bytes.subarray(299_999));
    expect(await partOf(empty, 0, 10)).toEqual(Buffer.alloc(0));
  });

  it('keep metadata that is no ASCII as the bytes that it is', async () => {
    const key = `${prefix}/metadata`;
    // As a header has it: bytes, each as a character.
    const [owner = '', place = ''] = ['Jürgen  M', 'là'].map((text) => Buffer.from(text).toString('latin1'));
    const headers = { contentType: 'text/plain; charset=utf-8', metadata: { owner, place, two: 'a  b' } };
    await store.put(key, Buffer.from('x'), null, headers);
    const got = await store.head(key);
    await store.put(key, Buffer.from('y'), got?.etag ?? '', got?.headers ?? { metadata: {} });
    expect((await store.head(key))?.headers).toMatchObject(headers);
  });
});

describe('a token of a session', () => {
  it('goes with each request, and is part of what is signed', async () => {
    await using small = await startSmallStore();
    const credentials = { accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: 'a/token+of==' };
    await using store = await openS3Store({ bucket: 'b', endpoint: small.endpoint, pathStyle: true, credentials });
    const seen: (string | undefined)[] = [];
    small.intervene(({ headers }) => {
      seen.push(headers['x-amz-security-token']);
      expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
      return null;
    });
    await store.put('k', Buffer.from('x'), null, { metadata: {} });
    await store.head('k');
    await store.get('k', {});
    expect(seen).toEqual(Array.from({ length: 3 }, () => credentials.sessionToken));
  });
});

describe('a store', () => {
  it('that nobody signs for by version 4 is refused before anything is asked', async () => {
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
    await using store = await openS3Store({ bucket: 'directory--use1-az4--x-s3', region: 'us-east-1', credentials });
    await expect(store.head('k')).rejects.toMatchObject({
      code: 'IO_ERROR',
      message: expect.stringContaining('signature'),
    });
  });

  it('tells of each request that is made, and of its answer', async () => {
    await using small = await startSmallStore();
    const told: [string, number][] = [];
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
    const onRequest = (operation: string, status: number) => void told.push([operation, status]);
    const at = { bucket: 'b', endpoint: small.endpoint, pathStyle: true, credentials, onRequest };
    await using store = await openS3Store(at);
    await store.put('k', Buffer.from('x'), null, { metadata: {} });
    await store.head('none');
    let isFirst = true;
    small.intervene(() => {
      if (!isFirst) return null;
      isFirst = false;
      return { destroy: true };
    });
    await store.get('k', {});
    await store.copy('k', 'l');
    for await (const _ of store.list('', { depth: 'all' }));
    expect(told).toEqual([
      ['PutObject', 200],
      ['HeadObject', 404],
      ['GetObject', 0],
      ['GetObject', 200],
      ['CopyObject', 200],
      ['ListObjectsV2', 200],
    ]);
  });
});
