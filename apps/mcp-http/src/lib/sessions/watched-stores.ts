import type { StoreWatch } from '../watch/store-watch.ts';

/** Opens stores, and reports each request to one. */
export async function watchedStores(onRequest: StoreWatch) {
  const stores = await import('@dragoman/object-volume');
  type Options = Parameters<typeof stores.openStoreVolume>[0];
  return {
    defaultCacheDirectory: stores.defaultCacheDirectory,
    openStoreVolume: (options: Options) => stores.openStoreVolume({ ...options, onRequest }),
  };
}
