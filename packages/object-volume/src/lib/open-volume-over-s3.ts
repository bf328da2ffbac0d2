import type { Volume } from '@dragoman/fs-core';
import type { S3StoreOptions } from './s3/connection.ts';
import { openS3Store } from './s3/open-s3-store.ts';
import { type ObjectVolumeOptions, openObjectVolume } from './volume/open-object-volume.ts';

/** A bucket of a store that speaks S3, and how it is shown. */
export type S3VolumeOptions = S3StoreOptions & Omit<ObjectVolumeOptions, 'store'>;

/**
 * Opens a volume over a bucket, or over what has a prefix in it.
 * @throws ToolError as `openObjectVolume`
 * @example await using volume = await openVolumeOverS3({ bucket: 'reports', prefix: '', at: '/data', cache: '/cache' })
 */
export async function openVolumeOverS3(options: S3VolumeOptions): Promise<Volume> {
  const store = await openS3Store(options);
  try {
    return openObjectVolume({ ...options, store });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
