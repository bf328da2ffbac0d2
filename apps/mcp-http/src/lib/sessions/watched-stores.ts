import type { StoreWatch } from '../watch/store-watch.ts';

/** What opens stores, with each request that they are asked told of. */
export async function watchedStores(onRequest: StoreWatch) {
  const stores = await import('@dragoman/object-volume');
  type Options = Parameters<typeof stores.openVolumeOverS3>[0];
  return {
    defaultCacheDirectory: stores.defaultCacheDirectory,
    openVolumeOverS3: (options: Options) => stores.openVolumeOverS3({ ...options, onRequest }),
  };
}
