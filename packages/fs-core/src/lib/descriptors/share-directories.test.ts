import { fstatSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from './platform.ts';
import { shareDirectories } from './share-directories.ts';

describe('shareDirectories', () => {
  it.runIf(process.platform === 'linux')('holds a directory once, until its last user releases it', async () => {
    await using tree = await openTree({ 'd/f': '' });
    const platform = shareDirectories(procPlatform);
    const pin = (name: string) => platform.pin?.(tree.path(name)) ?? platform.pinRoot('/');
    const [one, other] = [pin('d'), pin('d')];
    expect(other).toBe(one);
    platform.release(one);
    expect(fstatSync(one.fd).isDirectory()).toBe(true);
    platform.release(other);
    expect(() => fstatSync(one.fd)).toThrow('EBADF');
    const [file, again] = [pin('d/f'), pin('d/f')];
    expect(again).not.toBe(file);
    platform.release(file);
    expect(fstatSync(again.fd).isFile()).toBe(true);
    platform.release(again);
  });

  it('shares nothing where only a walk is safe', () => {
    expect(shareDirectories(chdirPlatform)).toBe(chdirPlatform);
  });
});
