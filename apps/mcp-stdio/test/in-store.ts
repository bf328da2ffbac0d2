import { randomUUID } from 'node:crypto';
import type { SessionOptions } from '@dragoman/tools';
import { type ObjectStore, openObjectVolume } from '../../../packages/object-volume/src/index.ts';
import { testStore } from '../../../packages/object-volume/test/test-store.ts';
import { bucketMirrorOf } from '../../../packages/testing/src/s3/bucket-mirror.ts';
import { openTree } from '../../../packages/testing/src/temporary-tree.ts';

let theStore: Promise<ObjectStore> | undefined;

/** One for all tests, which knows already what it honours. */
async function probedStore(): Promise<ObjectStore> {
  const store = await testStore();
  await store.probe();
  return { ...store, [Symbol.asyncDispose]: async () => undefined };
}

/** A session over objects of a store, which a mirror of its tree on the disk makes. */
export async function inStore({ allow, deny = [], builtinDeny = true, fsync, locks, ...session }: SessionOptions) {
  const [root = session.workdir, ...others] = allow ?? [];
  if (others.length > 0) throw new Error('The volume has one tree');
  theStore ??= probedStore();
  const store = await theStore;
  const prefix = randomUUID();
  const mirror = bucketMirrorOf(root, { store, prefix: `${prefix}/` });
  await mirror.load();
  const cache = await openTree();
  const { maxFileSize: maxFileBytes } = session.limits ?? {};
  const limits = maxFileBytes === undefined ? {} : { maxFileBytes };
  const volume = openObjectVolume({ store, prefix, at: root, cache: cache.root, deny, builtinDeny, ...limits });
  return {
    mirror,
    session: { ...session, volume },
    async [Symbol.asyncDispose]() {
      await volume[Symbol.asyncDispose]();
      await cache[Symbol.asyncDispose]();
    },
  };
}
