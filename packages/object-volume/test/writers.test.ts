import { join } from 'node:path';
import { type OpenFile, readRange, ToolError, type Volume } from '@dragoman/fs-core/internal/kernel';
import { createProgram, ended, S3_CREDENTIALS, spoken, testRounds } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStore, openObjectVolume } from '../src/index.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { BUCKET, endpoint, freshPrefix, objectsBelow, plant, reason, testCache, testStore } from './test-store.ts';

const cache = testCache();
const WRITERS = 4;
const EDITS = WRITERS * testRounds(4);
const PROCESSES = Math.min(16, testRounds(3));

const INCREMENTS = `
import { openVolumeOverS3 } from './index.js'
const [options, times] = process.argv.slice(2)
const volume = await openVolumeOverS3(JSON.parse(options))
await volume.prepare()
for (let done = 0; done < Number(times); done += 1) {
  await volume.update('/data/count', async (current) => {
    const bytes = new Uint8Array(current.size)
    await current.read(bytes, 0)
    return [new TextEncoder().encode(String(Number(new TextDecoder().decode(bytes)) + 1))]
  })
}
await volume[Symbol.asyncDispose]()
`;

const CREATION = `
import { openVolumeOverS3 } from './index.js'
const [options, own] = process.argv.slice(2)
const volume = await openVolumeOverS3(JSON.parse(options))
await volume.prepare()
process.stdout.write('ready')
await new Promise((resolve) => process.stdin.once('end', resolve).resume())
const isThere = new Error()
const create = (current) => {
  if (current !== null) throw isThere
  return [new TextEncoder().encode(own)]
}
const outcome = await volume.update('/data/new', create).then(() => 7, (error) => (error === isThere ? 8 : 9))
await volume[Symbol.asyncDispose]()
process.exit(outcome)
`;
const [CREATED, WAS_THERE] = [7, 8];
const CREATORS = Math.min(64, testRounds(4));

/** The objects that a program works on. */
const placeOf = (prefix: string) =>
  JSON.stringify({
    endpoint,
    pathStyle: true,
    credentials: S3_CREDENTIALS,
    bucket: BUCKET,
    prefix,
    at: '/data',
    cache,
  });

const textOf = async (file: OpenFile | null) => (file === null ? '' : String(await readRange(file, 0, file.size)));
const increment = async (file: OpenFile | null) => [Buffer.from(`${Number(await textOf(file)) + 1}`)];
const append = (line: string) => async (file: OpenFile | null) => [Buffer.from(`${await textOf(file)}${line}\n`)];

describe.skipIf(reason !== '')(`writers of one store${reason}`, () => {
  let store: ObjectStore;

  beforeAll(async () => {
    store = await testStore();
    await store.probe(freshPrefix());
  });

  afterAll(() => store[Symbol.asyncDispose]());

  const open = (prefix: string, over: ObjectStore = store): Volume => {
    const shared = { ...over, [Symbol.asyncDispose]: async () => undefined };
    return openObjectVolume({ store: shared, prefix, at: '/data', cache });
  };

  it(`lose none of the increments of ${PROCESSES} processes, ten each, and refuse none`, {
    timeout: 300_000,
  }, async () => {
    const prefix = freshPrefix();
    await plant(store, prefix, { count: '0' });
    using program = createProgram([join(import.meta.dirname, '../src/index.ts')], INCREMENTS);
    const children = Array.from({ length: PROCESSES }, () => program.start([placeOf(prefix), '10']));
    // A refused change ends its process with another status.
    expect(await Promise.all(children.map(ended))).toEqual(children.map(() => 0));
    expect(await objectsBelow(store, prefix)).toEqual({ count: `${PROCESSES}0` });
  });

  it(`create one key once, of ${CREATORS} processes`, { timeout: 300_000 }, async () => {
    const prefix = freshPrefix();
    using program = createProgram([join(import.meta.dirname, '../src/index.ts')], CREATION);
    const children = Array.from({ length: CREATORS }, (_, index) => program.start([placeOf(prefix), `${index}`]));
    const codes = Promise.all(children.map(ended));
    // All of them are ready before the first begins.
    await Promise.all(children.map(spoken));
    for (const { stdin } of children) stdin?.end();
    const outcomes = await codes;
    const winners = outcomes.flatMap((code, index) => (code === CREATED ? [`${index}`] : []));
    expect(winners).toHaveLength(1);
    expect(outcomes.filter((code) => code === WAS_THERE)).toHaveLength(CREATORS - 1);
    expect(await objectsBelow(store, prefix)).toEqual({ new: winners[0] });
  });

  it('of one process go together: far fewer PUTs than changes', async () => {
    const prefix = freshPrefix();
    let puts = 0;
    const put: ObjectStore['put'] = (...given) => {
      puts += 1;
      return store.put(...given);
    };
    await using volume = open(prefix, { ...store, put });
    const results = await Promise.all(Array.from({ length: 40 }, () => volume.update('/data/count', increment)));
    expect(await objectsBelow(store, prefix)).toEqual({ count: '40' });
    expect(new Set(results.map(({ version }) => version)).size).toBe(40);
    expect(puts).toBeLessThan(10);
  });

  it('ask a change that failed on what is not in the store yet once more', async () => {
    const prefix = freshPrefix();
    await plant(store, prefix, { f: '' });
    await using volume = open(prefix);
    let seen = 0;
    const onlyAfterWritten = async (file: OpenFile | null) => {
      if (seen < 2) throw new ToolError({ code: 'DECLINED' }, 'Too early');
      return append('last')(file);
    };
    const onWritten = () => {
      seen += 1;
    };
    const first = volume.update('/data/f', append('one'), { onWritten });
    await Promise.all([
      first,
      ...['two', 'three'].map((line) => volume.update('/data/f', append(line), { onWritten })),
    ]);
    await volume.update('/data/f', onlyAfterWritten);
    expect(await objectsBelow(store, prefix)).toEqual({ f: 'one\ntwo\nthree\nlast\n' });
  });

  it('are not misled by a change that was cancelled while others waited', async () => {
    const prefix = freshPrefix();
    await plant(store, prefix, { f: '' });
    await using volume = open(prefix);
    const controller = new AbortController();
    const blocked = volume.update('/data/f', append('first'));
    const cancelled = volume.update('/data/f', append('never'), { signal: controller.signal });
    const last = volume.update('/data/f', append('last'));
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    await Promise.all([blocked, last]);
    expect(await objectsBelow(store, prefix)).toEqual({ f: 'first\nlast\n' });
  });

  it('find out what a store honours through a line that fails at first', async () => {
    const prefix = freshPrefix();
    await using proxy = await startFaultyProxy(endpoint);
    await using faulty = await testStore({ endpoint: proxy.endpoint, timeoutMs: 1500 });
    proxy.fail(1);
    const probed = faulty.probe(prefix);
    const count = () => Object.values(proxy.faults).reduce((sum, faults) => sum + faults, 0);
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(8);
    proxy.fail(0);
    expect(await probed).toEqual(await store.probe(prefix));
  });

  it(`lose no edit and apply none twice, of ${EDITS} through a line that fails`, { timeout: 1_800_000 }, async () => {
    const prefix = freshPrefix();
    await using proxy = await startFaultyProxy(endpoint);
    await plant(store, prefix, { f: '' });
    const lines = Array.from({ length: EDITS }, (_, index) => `line ${index}`);
    const acknowledged: string[] = [];
    let ready = 0;
    const writer = async (from: number): Promise<void> => {
      await using faulty = await testStore({ endpoint: proxy.endpoint, timeoutMs: 1500 });
      await faulty.probe(prefix);
      ready += 1;
      await expect.poll(() => ready).toBe(WRITERS);
      proxy.fail(0.25);
      await using volume = open(prefix, faulty);
      for (const line of lines.filter((_, index) => index % WRITERS === from)) {
        await volume.update('/data/f', append(line)).then(() => acknowledged.push(line), mayFail);
      }
    };
    // What an edit may come to when nothing gets through for long; then nobody was told that it was made.
    const mayFail = (error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/IO_ERROR|CONFLICT/) });
    await Promise.all([0, 1, 2, 3].map(writer));
    const written = ((await objectsBelow(store, prefix)).f ?? '').trimEnd().split('\n');
    expect(written.length - new Set(written).size).toBe(0);
    expect(acknowledged.filter((line) => !written.includes(line))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(EDITS * 0.95);
    expect(Object.values(proxy.faults).every((count) => count > 0)).toBe(true);
  });
});
