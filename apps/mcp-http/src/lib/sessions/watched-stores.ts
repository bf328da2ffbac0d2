import type { StoreWatch } from '../watch/store-watch.ts';

/** Opens stores, and reports each request to one. */
export async function watchedStores(onRequest: StoreWatch) {
  const stores = await import('@dragoman/object-volume');
  type Options = Parameters<typeof stores.openVolumeOverS3>[0];
  return {
    defaultCacheDirectory: stores.defaultCacheDirectory,
    openVolumeOverS3: (options: Options) => stores.openVolumeOverS3({ ...options, onRequest }),
  };
}
