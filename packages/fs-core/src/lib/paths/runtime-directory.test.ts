import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { native } = fs.realpathSync;

/** Refuses to look at the first directory that is looked at. */
function refuseOnce(code: string): void {
  fs.realpathSync.native = (() => {
    fs.realpathSync.native = native;
    throw Object.assign(new Error(code), { code });
  }) as unknown as typeof native;
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
    fs.realpathSync.native = native;
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
