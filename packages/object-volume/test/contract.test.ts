import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { volumeContract } from '@dragoman/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { type ObjectStore, openObjectVolume } from '../src/index.ts';
import { freshPrefix, objectsBelow, plant, reason, testStore } from './test-store.ts';

describe.skipIf(reason !== '')(`over Ceph's gateway${reason}`, () => {
  let store: ObjectStore;
  const cache = mkdtempSync(join(tmpdir(), 'dragoman-object-'));

  beforeAll(async () => {
    store = await testStore();
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
});
