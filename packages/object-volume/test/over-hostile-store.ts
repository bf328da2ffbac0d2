import type { ServerResponse } from 'node:http';
import { type OpenFile, readRange, type Volume } from '@dragoman/fs-core/internal/kernel';
import { expect } from 'vitest';
import { openS3Store, openVolumeOverS3, type S3StoreOptions } from '../src/index.ts';
import { type HostileStore, listed, page, type Responder, startHostileStore } from './hostile-store.ts';
import { testCache } from './test-store.ts';

const cache = testCache();
export const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };

/** Opens a volume over a store that answers so, and lets something be done with it. */
export async function over<Result>(
  answering: Responder,
  act: (volume: Volume, hostile: HostileStore) => Promise<Result>,
  options: Partial<S3StoreOptions> = {},
): Promise<Result> {
  await using hostile = await startHostileStore(answering);
  const place = { bucket: 'b', endpoint: hostile.endpoint, pathStyle: true, credentials, ...options };
  await using volume = await openVolumeOverS3({ ...place, prefix: 'p', at: '/data', cache, readOnly: true });
  return await act(volume, hostile);
}

export const list = (volume: Volume) => volume.open('/data', { for: 'names' });

/** Reads the file `f` as a directory shows it. */
export async function readListed(volume: Volume): Promise<string> {
  using directory = await volume.open('/data', { for: 'content' });
  if (directory.kind !== 'directory') throw new Error('No directory');
  using file = directory.openFile('f');
  return String(await readRange(file, 0, file.size));
}

/** Reads it by its path. */
export async function readNamed(volume: Volume): Promise<string> {
  using file = (await volume.open('/data/f')) as OpenFile;
  return String(await readRange(file, 0, file.size));
}

export const asError = (error: unknown): unknown => error;
export const storeAnswered = (reason: string | RegExp) => ({
  code: 'IO_ERROR',
  failure: { problem: 'store-answer', reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
});

export const FACTS = { etag: '"e"', 'last-modified': new Date(0).toUTCString() };
const isList = (url = ''): boolean => url.includes('list-type');

/** Lists one file, and answers anything else as a test says. */
export const withFile =
  (answer: (response: ServerResponse, method: string) => void, size: number | string = 5): Responder =>
  ({ url, method = '', key }, response) => {
    if (isList(url)) response.end(page(url?.includes('p%2Ff') ? '' : listed('p/f', size)));
    else if (key !== 'p/f') response.writeHead(404).end();
    else answer(response, method);
  };

/** Puts something in place of what is there. */
export async function write({ endpoint }: HostileStore): Promise<string | null> {
  await using store = await openS3Store({ bucket: 'b', endpoint, pathStyle: true, credentials, timeoutMs: 2000 });
  return await store.put('k', Buffer.from('x'), 'before', { metadata: {} });
}
