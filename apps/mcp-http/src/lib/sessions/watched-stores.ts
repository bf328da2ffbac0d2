import type { StoreWatch } from '../watch/store-watch.ts';

/** What opens stores, with each request that they are asked told of. */
export async function watchedStores(onRequest: StoreWatch) {
  const stores = await import('@dragoman/object-volume');
  type Options = Parameters<typeof stores.openStoreVolume>[0];
  return {
    defaultCacheDirectory: stores.defaultCacheDirectory,
    openStoreVolume: (options: Options) => stores.openStoreVolume({ ...options, onRequest }),
  };
}
