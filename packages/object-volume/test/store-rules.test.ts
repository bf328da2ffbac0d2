import { inspect } from 'node:util';
import { ToolError } from '@dragoman/fs-core';
import { S3RVER_CREDENTIALS, startS3rver } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ObjectStore, openS3Store, openVolumeOverS3, type S3StoreOptions } from '../src/index.ts';
import { marked } from '../src/lib/write-mark.ts';
import { type Intervention, type SmallStore, type StoreRules, startSmallStore } from './small-store.ts';
import { testCache } from './test-store.ts';

const cache = testCache();
const SECRET = 'wJalrXUtnFEMI/K7MDENG';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRET };

const open = ({ endpoint }: { readonly endpoint: string }, options: Partial<S3StoreOptions> = {}) =>
  openS3Store({ bucket: 'b', endpoint, pathStyle: true, credentials, ...options });

/** Opens a store by its rules, and lets something be done with it. */
async function over<Result>(
  rules: Partial<StoreRules>,
  act: (store: ObjectStore, small: SmallStore) => Promise<Result>,
  options: Partial<S3StoreOptions> = {},
): Promise<Result> {
  await using small = await startSmallStore(rules);
  await using store = await open(small, options);
  return await act(store, small);
}

const NO_CAS = 'the store does not honour If-Match on PUT, so two writers would overwrite each other; add --read-only';

describe('a store is asked what it honours', () => {
  it.each([
    ['both conditions', {}, { quotedEtags: true, conditionalDelete: true }],
    ['none for DELETE', { deleteIfMatch: false }, { quotedEtags: true, conditionalDelete: false }],
    ['a refusal of one for DELETE', { deleteIfMatch: null }, { quotedEtags: true, conditionalDelete: false }],
  ] as const)('%s', async (_, rules, honoured) => {
    await over(rules, async (store, small) => {
      expect(await store.probe('below/')).toEqual(honoured);
      expect(small.keys()).toEqual([]);
    });
  });

  it.each([
    ['If-Match on PUT is not honoured', { putIfMatch: false }, 'READ_ONLY', NO_CAS],
    ['If-None-Match on PUT is not honoured', { putIfNoneMatch: false }, 'READ_ONLY', NO_CAS],
    ['ranges are not honoured', { ranges: false }, 'IO_ERROR', /honour Range on GET/],
    ['If-None-Match on GET is not honoured', { getIfNoneMatch: false }, 'IO_ERROR', /If-None-Match on GET/],
    ['its lists lag behind', { lists: false }, 'IO_ERROR', /what was just written in its lists/],
  ] as const)('and is refused where %s', async (_, rules, code, message) => {
    await over(rules, async (store, small) => {
      const refused = await store.probe().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ToolError);
      expect(refused).toMatchObject({
        code,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect(small.keys()).toEqual([]);
    });
  });

  it.each([
    ['If-None-Match', 501],
    ['If-Match', 501],
    ['If-Match', 400],
  ])('and is refused where it knows no %s on PUT, and says so with %i', async (header, status) => {
    await over({}, async (store, small) => {
      small.intervene(({ method, headers }) => (method === 'PUT' && headers[header.toLowerCase()] ? { status } : null));
      await expect(store.probe()).rejects.toMatchObject({ code: 'READ_ONLY', message: NO_CAS });
      expect(small.keys()).toEqual([]);
    });
  });

  it('once more where it does not answer well for a moment', async () => {
    await over({}, async (store, small) => {
      let left = 2;
      small.intervene(({ method }) => (method === 'PUT' && left-- > 0 ? { status: 500 } : null));
      expect(await store.probe()).toEqual({ quotedEtags: true, conditionalDelete: true });
    });
  });

  it('s3rver, which honours nothing, is refused for writing and can be read', async () => {
    await using careless = await startS3rver();
    const place = {
      ...careless,
      pathStyle: true,
      credentials: S3RVER_CREDENTIALS,
      prefix: 'year/2026',
      at: '/data',
      cache,
    };
    await using volume = await openVolumeOverS3(place);
    await expect(volume.prepare()).rejects.toMatchObject({ code: 'READ_ONLY', message: NO_CAS });
    await using readable = await openVolumeOverS3({ ...place, readOnly: true });
    await readable.prepare();
    using root = await readable.open('/data');
    expect(root.kind).toBe('directory');
  });
});

const PUT = (store: ObjectStore) => store.put('k', Buffer.from('x'), null, { metadata: {} });
const GET = (store: ObjectStore) => store.get('k', {});

describe('an answer that is no success', () => {
  it.each<[string, (store: ObjectStore) => Promise<unknown>, Intervention, object]>([
    [
      '403',
      GET,
      { status: 403, code: 'AccessDenied' },
      { code: 'PERMISSION_DENIED', message: 'The store refuses access (AccessDenied)' },
    ],
    ['401', PUT, { status: 401, code: 'Un\u0007known' }, { code: 'PERMISSION_DENIED' }],
    [
      'no bucket',
      GET,
      { status: 404, code: 'NoSuchBucket' },
      { code: 'IO_ERROR', message: 'The store answered that there is no such bucket' },
    ],
    [
      '400',
      PUT,
      { status: 400, code: 'EntityTooLarge' },
      { code: 'IO_ERROR', message: 'The store answered 400 EntityTooLarge' },
    ],
    ['403 to a HEAD', (store) => store.head('k'), { status: 403 }, { code: 'PERMISSION_DENIED' }],
    ['400 to a DELETE', (store) => store.delete('k', 'e'), { status: 400 }, { code: 'IO_ERROR' }],
  ])('says what it is: %s', async (_, act, how, expected) => {
    await over({}, async (store, small) => {
      small.intervene(() => how);
      const error = await act(store).catch((reason: unknown) => reason);
      expect(error).toMatchObject(expected);
      expect(small.requests()).toBeLessThan(3);
    });
  });

  it('or none in time says so after several attempts, where there may be another in a moment', async () => {
    const cases: [act: (store: ObjectStore) => Promise<unknown>, how: Intervention, expected: object][] = [
      [GET, { status: 503, code: 'SlowDown' }, { message: 'The store asks to slow down' }],
      [GET, { status: 429 }, { message: 'The store asks to slow down' }],
      [GET, { status: 500, code: 'InternalError' }, { message: 'The store answered 500 InternalError' }],
      [GET, 'never', { message: 'The store cannot be reached: no answer in 400 ms' }],
      [GET, { destroy: true }, { message: expect.stringMatching(/^The store cannot be reached: \w+$/) }],
      [PUT, { status: 503 }, { message: 'The store asks to slow down', failure: { outcome: 'unknown' } }],
      [
        (store) => store.delete('k', 'e'),
        { destroy: true },
        { message: expect.stringMatching(/^The store cannot be/) },
      ],
    ];
    const ends = cases.map(([act, how, expected]) => {
      const compare = async (store: ObjectStore, small: SmallStore) => {
        small.intervene(() => how);
        const error = await act(store).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: 'IO_ERROR', ...expected });
        expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
      };
      return over({}, compare, { timeoutMs: 400 });
    });
    await Promise.all(ends);
    expect(ends).toHaveLength(cases.length);
  });

  it('ends when the call is cancelled', async () => {
    await over({}, async (store, small) => {
      const controller = new AbortController();
      small.intervene(() => {
        controller.abort();
        return { status: 503 };
      });
      for (const act of [
        () => store.get('k', {}, controller.signal),
        () => store.head('k', controller.signal),
        () => store.delete('k', 'e', controller.signal),
        () => store.put('k', Buffer.from('x'), null, { metadata: {} }, controller.signal),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'CANCELLED' });
    });
  });
});

describe('a write without an answer', () => {
  const content = Buffer.from('x');

  it('counts where the store has made it', async () => {
    await over({}, async (store, small) => {
      await store.probe();
      let left = 1;
      small.intervene(({ method }) => (method === 'PUT' && left-- > 0 ? { destroy: true, carriedOut: true } : null));
      const etag = await store.put('k', content, null, { metadata: {} });
      expect((await store.head('k'))?.etag).toBe(etag);
    });
  });

  it('counts where others have written from it since', async () => {
    await over({}, async (store, small) => {
      await store.probe();
      const other = await open(small);
      let isFirst = true;
      small.intervene(({ method }) => {
        if (method !== 'PUT' || !isFirst) return null;
        isFirst = false;
        return { destroy: true, carriedOut: true };
      });
      const original = store.head;
      const put = store.put('k', content, null, { metadata: {} });
      await expect.poll(() => small.keys()).toEqual(['k']);
      const now = await original('k');
      if (now !== null) await other.put('k', Buffer.from('y'), now.etag, now.headers);
      expect(await put).toMatch(/.+/);
      await other[Symbol.asyncDispose]();
    });
  });

  it.each([
    ['was made and counts', true, 90, expect.stringMatching(/.+/)],
    ['was made, which nobody can tell', true, 200, 'unknown'],
    ['was not made and is lost', false, 90, null],
    ['was not made, which nobody can tell', false, 200, 'unknown'],
  ])('%s, where as many have written since: %s, %i', async (_, carriedOut, others, outcome) => {
    await over({}, async (store, small) => {
      await store.probe();
      await PUT(store);
      const base = await store.head('k');
      await using other = await open(small);
      let [isSent, isOver] = [false, false];
      small.intervene(({ method }) => {
        if (method === 'HEAD') return isOver ? null : { status: 503 };
        if (method !== 'PUT' || isSent) return null;
        isSent = true;
        return { status: 500, carriedOut };
      });
      const put = store.put('k', content, base?.etag ?? '', marked(base?.headers ?? { metadata: {} }));
      const became = put.catch(({ failure }: ToolError) => 'outcome' in failure && failure.outcome);
      await expect.poll(() => isSent).toBe(true);
      const now = await other.get('k', { range: [0, 9] });
      if (typeof now !== 'object' || now === null) throw new Error('Nothing is there');
      let { headers } = now;
      for (let count = 0; count < others; count += 1) headers = marked(headers);
      await other.put('k', Buffer.from('y'), now.etag, headers);
      isOver = true;
      expect(await became).toEqual(outcome);
    });
  });

  it('is lost where others came first', async () => {
    await over({}, async (store, small) => {
      await store.probe();
      let isFirst = true;
      small.intervene(({ method }) => {
        if (method !== 'PUT' || !isFirst) return null;
        isFirst = false;
        return { status: 500 };
      });
      await PUT(store);
      isFirst = true;
      expect(await store.put('k', content, 'another', { metadata: {} })).toBeNull();
    });
  });

  it.each(['deleteIfMatch', 'none'])('counts for a removal that the store has made: %s', async (rule) => {
    await over({ deleteIfMatch: rule === 'deleteIfMatch' }, async (store, small) => {
      await store.probe();
      const etag = (await PUT(store)) ?? '';
      let left = 1;
      small.intervene(({ method }) => (method === 'DELETE' && left-- > 0 ? { destroy: true, carriedOut: true } : null));
      expect(await store.delete('k', etag)).toBe('deleted');
      expect(await store.delete('k', etag)).toBe('lost');
    });
  });

  it('a removal on a condition spares what others wrote', async () => {
    await over({}, async (store) => {
      await store.probe();
      await PUT(store);
      expect(await store.delete('k', 'another')).toBe('lost');
      expect(await store.head('k')).not.toBeNull();
    });
    await over({ deleteIfMatch: false }, async (store) => {
      await store.probe();
      const etag = (await PUT(store)) ?? '';
      expect(await store.delete('k', 'another')).toBe('lost');
      expect(await store.delete('k', etag)).toBe('unguarded');
    });
  });
});

describe('what the SDK lacks', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['a region', {}, 'no region is named, as --s3-region or AWS_REGION would'],
    ['credentials', { region: 'us-east-1' }, 'there are no credentials, as AWS_ACCESS_KEY_ID or a profile would give'],
  ])('is told: %s', async (_, options, reason) => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_REGION', 'AWS_PROFILE']) vi.stubEnv(name, undefined);
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(name, '/nonexistent');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    await using store = await openS3Store({ bucket: 'b', ...options });
    await expect(store.head('k')).rejects.toMatchObject({ message: `The store cannot be reached: ${reason}` });
  });
});

it('every header that a store keeps is given back with the content', async () => {
  const headers = {
    ...{ contentType: 'text/csv', contentEncoding: 'gzip', contentLanguage: 'de', contentDisposition: 'inline' },
    ...{ cacheControl: 'no-store', metadata: { owner: 'somebody' } },
  };
  await over({}, async (store) => {
    await store.put('k', Buffer.from('x'), null, headers);
    expect((await store.head('k'))?.headers).toMatchObject(headers);
    await store.copy('k', 'a b/ü%');
    expect((await store.head('a b/ü%'))?.headers).toMatchObject(headers);
  });
});
