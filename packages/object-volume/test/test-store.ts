import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { S3_CREDENTIALS, s3Endpoint } from '../../testing/src/s3/s3-endpoint.ts';
import { type ObjectStore, openS3Store, type S3StoreOptions } from '../src/index.ts';

const found = await s3Endpoint();

/** The reason why there is no store to test with, for the title of a suite; empty if there is one. */
export const reason = 'reason' in found ? ` (left out: ${found.reason})` : '';
export const endpoint = 'endpoint' in found ? found.endpoint : '';

export const BUCKET = 'dragoman';

/** A store with the tests' bucket. */
export async function testStore(options: Partial<S3StoreOptions> = {}): Promise<ObjectStore> {
  const s3 = { bucket: BUCKET, endpoint, pathStyle: true, credentials: S3_CREDENTIALS, ...options };
  // It also silences the SDK.
  const store = await openS3Store(s3);
  await makeBucket(s3.bucket, s3.endpoint);
  return store;
}

/** Makes a bucket; one that is there stays. */
export async function makeBucket(Bucket: string, at = endpoint): Promise<void> {
  const { S3Client, CreateBucketCommand } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint: at, region: 'us-east-1', forcePathStyle: true, credentials: S3_CREDENTIALS });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

/** A directory for private copies, which is gone after the tests of the suite in which it is made. */
export function testCache(): string {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-object-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'cache');
}

/** A prefix that no other test has. */
export function freshPrefix(): string {
  return `test-${randomUUID()}`;
}

/** Puts objects there, whatever their keys. */
export async function plant(
  store: ObjectStore,
  prefix: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const put = ([path, text]: [string, string]) =>
    store.put(`${prefix}/${path}`, Buffer.from(text), null, { metadata: {} });
  await Promise.all(Object.entries(files).map(put));
}

/** All objects below a prefix, by the rest of their keys. */
export async function objectsBelow(store: ObjectStore, prefix: string): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for await (const { objects } of store.list(`${prefix}/`, { depth: 'all' }))
    for (const { key } of objects) {
      const got = await store.get(key, {});
      if (got !== null && typeof got === 'object')
        files[key.slice(prefix.length + 1)] = Buffer.from(got.bytes).toString();
    }
  return files;
}
