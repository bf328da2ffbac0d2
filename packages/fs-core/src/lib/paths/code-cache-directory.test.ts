import { join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODE_CACHE_NAME, codeCacheDirectory } from './code-cache-directory.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')('codeCacheDirectory', () => {
  it('lies where the user keeps caches', async () => {
    await using tree = await openTree({ 'caches/f': '' });
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '');
    vi.stubEnv('XDG_CACHE_HOME', tree.path('caches'));
    expect(codeCacheDirectory()).toBe(join(tree.path('caches'), CODE_CACHE_NAME));
  });

  it('lies in the home directory if the place named is no absolute path', async () => {
    await using tree = await openTree({ '.cache/f': '' });
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '');
    vi.stubEnv('XDG_CACHE_HOME', 'caches');
    vi.stubEnv('HOME', tree.root);
    expect(codeCacheDirectory()).toBe(join(tree.path('.cache'), CODE_CACHE_NAME));
  });

  it('is nowhere if Node is to keep no code', () => {
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '1');
    expect(codeCacheDirectory()).toBeNull();
  });

  it('is nowhere if there is no place', () => {
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', '');
    vi.stubEnv('XDG_CACHE_HOME', '');
    vi.stubEnv('HOME', 'relative');
    expect(codeCacheDirectory()).toBeNull();
  });
});
