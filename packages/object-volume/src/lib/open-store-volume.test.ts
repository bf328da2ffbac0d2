import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { startSmallStore } from '../../test/small-store.ts';
import { openStoreVolume } from './open-store-volume.ts';

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };

it.each([
  ['s3://any', 'f'],
  ['s3://any/in it/50%', 'in it/50%/f'],
  ['S3://any/in it/50%/', 'in it/50%/f'],
])('%j has its files at the key %j', async (url, key) => {
  await using tree = await openTree();
  await using store = await startSmallStore();
  const { endpoint } = store;
  const shown = { at: '/data', cache: tree.path('cache') };
  await using volume = await openStoreVolume({ url, ...shown, endpoint, pathStyle: true, credentials });
  await volume.prepare();
  await volume.update('/data/f', () => [Buffer.from('x')]);
  expect(store.keys()).toEqual([key]);
});

it.each(['file:///etc', 'az://one', 'constructor://one', 's3:one', 's3://', ''])('%j is no store', async (url) => {
  const opening = openStoreVolume({ url, at: '/data', cache: '/cache' });
  await expect(opening).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: 'url must name a store by s3://' });
});
