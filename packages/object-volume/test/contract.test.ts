import { volumeContract } from '@dragoman/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { type ObjectStore, openObjectVolume, openS3Store } from '../src/index.ts';
import { type SmallStore, startSmallStore } from './small-store.ts';
import { freshPrefix, objectsBelow, plant, reason, testCache, testStore } from './test-store.ts';

/** The promises of every volume, over a store that is opened once. */
function contractOver(open: () => Promise<ObjectStore>): void {
  let store: ObjectStore;
  const cache = testCache();

  beforeAll(async () => {
    store = await open();
    await store.probe(freshPrefix());
  });

  afterAll(() => store[Symbol.asyncDispose]());

  volumeContract('object', async () => {
    const prefix = freshPrefix();
    const shared = { ...store, [Symbol.asyncDispose]: async () => undefined };
    const volume = openObjectVolume({ store: shared, prefix, at: '/data', cache, deny: ['secret*'] });
    return {
      volume,
      root: '/data',
      plant: (files) => plant(store, prefix, files),
      files: () => objectsBelow(store, prefix),
      [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
    };
  });
}

describe.skipIf(reason !== '')(`over Ceph's gateway${reason}`, () => {
  contractOver(() => testStore());
});

describe('over a store with the rules of Amazon', () => {
  let small: SmallStore;
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };

  afterAll(() => small[Symbol.asyncDispose]());

  contractOver(async () => {
    small = await startSmallStore();
    return openS3Store({ bucket: 'any', endpoint: small.endpoint, pathStyle: true, credentials });
  });
});
