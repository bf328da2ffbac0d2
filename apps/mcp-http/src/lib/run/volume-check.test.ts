import { readOptions } from '@dragoman/dialects/internal/options';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSmallStore } from '../../../../../packages/object-volume/test/small-store.ts';
import { openVolumeCheck } from './volume-check.ts';

const host = { environment: {}, currentDirectory: () => '/' };

afterEach(() => vi.unstubAllEnvs());

/** A store that counts what is written there, and a look at it. */
async function openCheck() {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'any');
  const tree = await openTree();
  const store = await startSmallStore();
  const words = { volume: ['/data=s3://bucket'], 's3-endpoint': [store.endpoint], 's3-path-style': ['true'] };
  const options = readOptions(new Map(Object.entries({ ...words, 'cache-dir': [tree.path('cache')] })), host);
  const check = await openVolumeCheck(options);
  let puts = 0;
  let isBroken = false;
  store.intervene(({ method }) => {
    if (method === 'PUT') puts += 1;
    return isBroken ? { status: 403 } : null;
  });
  return {
    check,
    puts: () => puts,
    breakStore: (now: boolean) => {
      isBroken = now;
    },
    async [Symbol.asyncDispose]() {
      await check.close();
      await store[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('a look at volumes', () => {
  it('prepares them once, however many look at a time', async () => {
    await using at = await openCheck();
    expect(await Promise.all([at.check.answers(), at.check.answers()])).toEqual([true, true]);
    const puts = at.puts();
    expect(puts).toBeGreaterThan(0);
    expect(await at.check.answers()).toBe(true);
    expect(at.puts()).toBe(puts);
    at.breakStore(true);
    expect(await at.check.answers()).toBe(false);
    at.breakStore(false);
    expect(await at.check.answers()).toBe(true);
    expect(at.puts()).toBe(puts);
  });

  it('prepares them again where that has failed', async () => {
    await using at = await openCheck();
    at.breakStore(true);
    expect(await at.check.answers()).toBe(false);
    at.breakStore(false);
    expect(await at.check.answers()).toBe(true);
  });
});
