import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { mkdirSync } = fs;

/** Refuses the first directory that is made. */
function refuseOnce(code: string): void {
  let isRefused = false;
  fs.mkdirSync = ((...args: Parameters<typeof mkdirSync>) => {
    if (isRefused) return mkdirSync(...args);
    isRefused = true;
    throw Object.assign(new Error(code), { code });
  }) as typeof mkdirSync;
  syncBuiltinESMExports();
}

async function freshModule() {
  vi.resetModules();
  return await import('./runtime-directory.ts');
}

describe.skipIf(process.platform === 'win32')('runtimeDirectory', () => {
  beforeEach(() => {
    vi.resetModules();
  });

  afterEach(() => {
    fs.mkdirSync = mkdirSync;
    syncBuiltinESMExports();
    vi.resetModules();
  });

  it('goes back to the place of all other processes, if that failed for a moment', async () => {
    const usual = (await freshModule()).runtimeDirectory();
    const { runtimeDirectory } = await freshModule();
    refuseOnce('EIO');
    expect(runtimeDirectory()).not.toBe(usual);
    expect(runtimeDirectory()).toBe(usual);
  });

  it('stays where it is, if no process can use the place before', async () => {
    const usual = (await freshModule()).runtimeDirectory();
    const { runtimeDirectory } = await freshModule();
    refuseOnce('EACCES');
    const other = runtimeDirectory();
    expect(other).not.toBe(usual);
    expect(runtimeDirectory()).toBe(other);
  });
});
