import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { chdirPlatform, procPlatform } from '../descriptors/platform.ts';
import { openLocalVolume } from '../local/local-volume.ts';

const platforms = process.platform === 'linux' ? [procPlatform, chdirPlatform] : [chdirPlatform];
const LONG_AGO = new Date('2001-02-03T04:05:06Z');

// tmpfs, beside the disk that holds temporary files.
const otherDevice = ['/dev/shm', '/tmp'].find((path) => deviceOf(path) !== deviceOf(tmpdir()));

function deviceOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.dev;
}

const modeOf = (path: string) => (lstatSync(path).mode & 0o7777).toString(8);

describe.each(platforms)('a move ($strategy)', (platform) => {
  async function openTwo(home?: string) {
    const from = await openTree({
      script: '#!/bin/sh\n',
      'dir/inner/file': 'deep',
      'dir/link': { link: 'inner/file' },
    });
    const to = await openTree({ taken: 'old' }, home);
    chmodSync(from.path('script'), 0o750);
    chmodSync(from.path('dir/inner'), 0o711);
    chmodSync(from.path('dir/inner/file'), 0o640);
    utimesSync(from.path('dir/inner'), LONG_AGO, LONG_AGO);
    const volume = openLocalVolume({ allow: [from.root, to.root], builtinDeny: false, platform });
    return { from, to, volume, [Symbol.asyncDispose]: async () => void (await Promise.all([from, to].map(dispose))) };
  }

  it('within a directory is one renaming, which keeps links and identity', async () => {
    await using two = await openTwo();
    const { from, volume } = two;
    linkSync(from.path('script'), from.path('dir/other-name'));
    const { ino } = statSync(from.path('script'));
    const moved = await volume.move(from.path('script'), from.path('renamed'));
    expect(moved).toMatchObject({ kind: 'file', copied: false, notKept: [], version: null });
    expect(statSync(from.path('renamed'))).toMatchObject({ ino, nlink: 2 });
    expect(modeOf(from.path('renamed'))).toBe('750');
  });

  it('to another directory is a copy only where a process cannot hold both', async () => {
    await using two = await openTwo();
    const { from, volume } = two;
    const { ino } = statSync(from.path('script'));
    const moved = await volume.move(from.path('script'), from.path('new/script'));
    expect(moved.copied).toBe(platform.between === null);
    expect(statSync(from.path('new/script')).ino === ino).toBe(!moved.copied);
    expect(modeOf(from.path('new/script'))).toBe('750');
    expect(readdirSync(from.root).sort()).toEqual(['dir', 'new']);
  });

  it('of a link moves the link, wherever it leads', async () => {
    await using two = await openTwo();
    const { from, to, volume } = two;
    symlinkSync('/etc/passwd', from.path('away'));
    expect(await volume.move(from.path('away'), to.path('made/away'))).toMatchObject({ kind: 'link' });
    expect(readlinkSync(to.path('made/away'))).toBe('/etc/passwd');
    expect(readdirSync(from.root).sort()).toEqual(['dir', 'script']);
  });

  describe.skipIf(otherDevice === undefined)('to another file system', () => {
    it('is a copy with its mode, and says that other names stay with the old file', async () => {
      await using two = await openTwo(otherDevice);
      const { from, to, volume } = two;
      linkSync(from.path('script'), from.path('dir/other-name'));
      const moved = await volume.move(from.path('script'), to.path('bin/script'));
      expect(moved).toMatchObject({ kind: 'file', copied: true, notKept: ['links'] });
      expect(moved.version).toMatch(/^sha256:/);
      expect(readFileSync(to.path('bin/script'), 'utf8')).toBe('#!/bin/sh\n');
      expect(modeOf(to.path('bin/script'))).toBe('750');
      expect(readdirSync(from.root)).toEqual(['dir']);
      expect(statSync(from.path('dir/other-name')).nlink).toBe(1);
    });

    it('takes a directory with all it holds', async () => {
      await using two = await openTwo(otherDevice);
      const { from, to, volume } = two;
      expect(await volume.move(from.path('dir'), to.path('dir'))).toMatchObject({ kind: 'directory', copied: true });
      expect(readdirSync(to.path('dir'), { recursive: true }).sort()).toEqual(['inner', join('inner', 'file'), 'link']);
      expect(readlinkSync(to.path('dir/link'))).toBe('inner/file');
      expect(statSync(to.path('dir/inner')).mtime).toEqual(LONG_AGO);
      expect([modeOf(to.path('dir/inner')), modeOf(to.path('dir/inner/file'))]).toEqual(['711', '640']);
      expect(readdirSync(from.root)).toEqual(['script']);
    });

    it('replaces a file only if asked', async () => {
      await using two = await openTwo(otherDevice);
      const { from, to, volume } = two;
      const move = (overwrite: boolean) => volume.move(from.path('script'), to.path('taken'), { overwrite });
      await expect(move(false)).rejects.toMatchObject({ failure: { code: 'INVALID_ARGUMENT', problem: 'exists' } });
      expect(readFileSync(to.path('taken'), 'utf8')).toBe('old');
      expect(await move(true)).toMatchObject({ replaced: true, copied: true });
      expect(readFileSync(to.path('taken'), 'utf8')).toBe('#!/bin/sh\n');
      expect(readdirSync(dirname(to.path('taken')))).toEqual(['taken']);
    });

    it('says so on a dry run, and does nothing', async () => {
      await using two = await openTwo(otherDevice);
      const { from, to, volume } = two;
      expect(await volume.move(from.path('dir'), to.path('dir'), { dryRun: true })).toMatchObject({ copied: true });
      expect([readdirSync(from.root).sort(), readdirSync(to.root)]).toEqual([['dir', 'script'], ['taken']]);
    });
  });
});

function dispose(tree: AsyncDisposable): PromiseLike<void> {
  return tree[Symbol.asyncDispose]();
}
