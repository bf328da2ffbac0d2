import { ToolError, type Volume } from '@dragoman/fs-core';
import { openVolumeOverS3, type S3VolumeOptions } from './open-volume-over-s3.ts';

/** A store by its URL, and how it is shown. */
export interface StoreVolumeOptions extends Omit<S3VolumeOptions, 'bucket' | 'prefix'> {
  /** `s3://bucket`, or `s3://bucket/prefix` for what has a prefix in it; nothing in it is escaped. */
  readonly url: string;
}

interface StorePlace {
  /** The bucket, or what takes its place in another store. */
  readonly name: string;
  readonly prefix: string;
}

/** Openers of volumes by the scheme of a URL. */
const OPENERS: ReadonlyMap<string, (place: StorePlace, options: StoreVolumeOptions) => Promise<Volume>> = new Map([
  ['s3', ({ name, prefix }, options) => openVolumeOverS3({ ...options, bucket: name, prefix })],
]);

const STORE_URL = /^(?<scheme>\w+):\/\/(?<name>[^/]+)(?:\/(?<prefix>.*?)\/?)?$/s;

/**
 * Opens a volume over the store that a URL names, by the scheme of the URL.
 * @throws ToolError `INVALID_ARGUMENT` for a URL of another kind; as `openObjectVolume`
 * @example await using volume = await openStoreVolume({ url: 's3://reports', at: '/data', cache: '/cache' })
 */
export async function openStoreVolume(options: StoreVolumeOptions): Promise<Volume> {
  const { scheme = '', name = '', prefix = '' } = STORE_URL.exec(options.url)?.groups ?? {};
  const open = OPENERS.get(scheme.toLowerCase());
  if (open !== undefined) return await open({ name, prefix }, options);
  const schemes = Array.from(OPENERS.keys(), (each) => `${each}://`).join(', ');
  const failure = { code: 'INVALID_ARGUMENT', problem: 'option', option: 'url' } as const;
  throw new ToolError(failure, `url must name a store by ${schemes}`);
}
