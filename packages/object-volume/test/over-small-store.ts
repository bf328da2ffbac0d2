import { type OpenFile, readRange, type Volume } from '@dragoman/fs-core/internal/kernel';
import { afterAll, beforeAll } from 'vitest';
import { type ObjectStore, type ObjectVolumeOptions, openObjectVolume, openS3Store } from '../src/index.ts';
import { type SmallStore, startSmallStore } from './small-store.ts';
import { freshPrefix, objectsBelow, plant, testCache } from './test-store.ts';

export const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };

interface OpenedVolume extends AsyncDisposable {
  readonly volume: Volume;
  readonly prefix: string;
  now(): Promise<Readonly<Record<string, string>>>;
}

/** One store in memory for the tests of a suite, which is opened before and closed after them. */
export function overSmallStore() {
  const cache = testCache();
  const at = {} as { small: SmallStore; store: ObjectStore };

  beforeAll(async () => {
    at.small = await startSmallStore();
    at.store = await openS3Store({ bucket: 'any', endpoint: at.small.endpoint, pathStyle: true, credentials });
    await at.store.probe();
  });

  afterAll(async () => {
    await at.store[Symbol.asyncDispose]();
    await at.small[Symbol.asyncDispose]();
  });

  /** A volume over some objects. @param over what of the store is another */
  const open = async (
    files: Readonly<Record<string, string>> = {},
    { over, ...options }: Partial<ObjectVolumeOptions> & { readonly over?: Partial<ObjectStore> } = {},
  ): Promise<OpenedVolume> => {
    const { store } = at;
    const prefix = freshPrefix();
    await plant(store, prefix, files);
    const shared = { ...store, ...over, [Symbol.asyncDispose]: async () => undefined };
    const volume = openObjectVolume({ store: shared, prefix, at: '/data', cache, ...options });
    return {
      volume,
      prefix,
      now: () => objectsBelow(store, prefix),
      [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
    };
  };

  return { open, cache, at };
}

export const textOf = async (file: OpenFile): Promise<string> => String(await readRange(file, 0, file.size));
