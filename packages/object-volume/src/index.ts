export { defaultCacheDirectory } from './lib/default-cache-directory.ts';
export type { ObjectHeaders, ObjectStore, ReadOptions, StoreConditions, StoredObject } from './lib/object-store.ts';
export { openStoreVolume, type StoreVolumeOptions } from './lib/open-store-volume.ts';
export { openVolumeOverS3, type S3VolumeOptions } from './lib/open-volume-over-s3.ts';
export type { S3StoreOptions } from './lib/s3/connection.ts';
export { openS3Store } from './lib/s3/open-s3-store.ts';
export { type ObjectVolumeOptions, openObjectVolume } from './lib/volume/open-object-volume.ts';
