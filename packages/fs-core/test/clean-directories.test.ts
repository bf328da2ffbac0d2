import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { choosePlatform, type Platform } from '../src/lib/descriptors/platform.ts';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';
import { currentOwner } from '../src/lib/lock/lock-owner.ts';
import { tempFileName } from '../src/lib/lock/temp-file-name.ts';

const DEAD_PID = 4194399;

describe('a directory that is written in', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is read once, and again when somebody else changed it or a second has passed', async () => {
    await using tree = await openTree();
    const { platform, looks } = countingLooks();
    // Else nothing of a directory that just changed would be remembered.
    vi.setSystemTime(Date.now() + 3_600_000);
    const volume = openLocalVolume({ allow: [tree.root], fsync: false, platform });
    const write = () => volume.update(tree.path('file'), () => [Buffer.from('x')]);
    const looksOf = async (act: () => Promise<unknown>) => {
      const before = looks();
      await act();
      return looks() - before;
    };
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    await write();
    // One look for its state.
    expect(await looksOf(write)).toBe(1);
    expect(await looksOf(write)).toBe(1);
    writeFileSync(tree.path('other'), '');
    expect(await looksOf(write)).toBe(2);
    expect(await looksOf(write)).toBe(1);
    clock.mockReturnValue(1_001_500);
    expect(await looksOf(write)).toBe(2);
  });

  it.skipIf(process.platform !== 'linux')('is swept of what is left in it after a write', async () => {
    await using tree = await openTree();
    const volume = openLocalVolume({ allow: [tree.root] });
    const write = () => volume.update(tree.path('file'), () => [Buffer.from('x')]);
    const left = tree.path(tempFileName(markOf(DEAD_PID, '5'), '0123456789ab'));
    await write();
    writeFileSync(left, '');
    await write();
    expect(existsSync(left)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is swept of what was there before, once its owner is dead', async () => {
    const owner = spawn('sleep', ['60']);
    await using tree = await openTree();
    const volume = openLocalVolume({ allow: [tree.root] });
    const write = () => volume.update(tree.path('file'), () => [Buffer.from('x')]);
    const pid = owner.pid ?? 0;
    const left = tree.path(tempFileName(markOf(pid, startOf(pid)), '0123456789ab'));
    writeFileSync(left, '');
    await write();
    expect(existsSync(left)).toBe(true);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await write();
    expect(existsSync(left)).toBe(false);
  });
});

/** A platform that counts how often a directory itself is looked at: to read it, and to see its state. */
function countingLooks(): { readonly platform: Platform; readonly looks: () => number } {
  const base = choosePlatform();
  let count = 0;
  const platform: Platform = {
    ...base,
    within: (directory, act) =>
      base.within(directory, (at) =>
        act((name) => {
          if (name === '.') count += 1;
          return at(name);
        }),
      ),
  };
  return { platform, looks: () => count };
}

function markOf(pid: number, start: string): string {
  return `${pid}-${start}-${currentOwner().split('-')[2]}`;
}

/** Field 22 of proc(5)'s `stat`. */
function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[19] ?? '';
}
