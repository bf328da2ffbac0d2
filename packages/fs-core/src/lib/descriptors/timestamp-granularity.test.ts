import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { identityOf } from './file-identity.ts';
import { isSafeToCache, isSurelyBefore, probeTimestamps } from './timestamp-granularity.ts';

describe('isSafeToCache', () => {
  afterEach(() => void vi.useRealTimers());

  it('holds only where the next write gives another identity', async () => {
    await using tree = await openTree();
    const fd = openSync(tree.path('file'), 'w');
    const identityNow = () => identityOf(fstatSync(fd, { bigint: true }));
    try {
      probeTimestamps(fd, fstatSync(fd, { bigint: true }));
      for (let count = 0; count < 500; count++) {
        const before = identityNow();
        writeSync(fd, 'x', 0);
        expect(isSafeToCache(before) && before.isSameState(identityNow())).toBe(false);
      }
    } finally {
      closeSync(fd);
    }
  });

  it('holds for what was changed long ago, whatever the device', () => {
    const identity = { device: -1n, inode: 1n, birthtimeNs: 0n, size: 1n, mtimeNs: 0n };
    // The clock stands still, at no whole second.
    vi.setSystemTime(Date.now());
    const now = BigInt(Date.now()) * 1_000_000n + 1n;
    expect(isSafeToCache({ ...identity, ctimeNs: now - 1_000_000_000n })).toBe(true);
    expect(isSafeToCache({ ...identity, ctimeNs: now })).toBe(false);
  });

  it('waits for longer where times are whole seconds, as file systems of USB sticks keep them', () => {
    const identity = { device: -1n, inode: 1n, birthtimeNs: 0n, size: 1n, mtimeNs: 0n };
    const seconds = Math.floor(Date.now() / 1_000);
    vi.setSystemTime(seconds * 1_000 + 500);
    const second = BigInt(seconds) * 1_000_000_000n;
    expect(isSafeToCache({ ...identity, ctimeNs: second - 1_000_000_000n })).toBe(false);
    expect(isSafeToCache({ ...identity, ctimeNs: second - 3_000_000_000n })).toBe(true);
  });
});

describe('isSurelyBefore', () => {
  it('leaves out what a tick of the system may have dated back', () => {
    const moment = 1_700_000_010_000.25;
    expect(isSurelyBefore(moment - 51, moment)).toBe(true);
    expect(isSurelyBefore(moment - 49, moment)).toBe(false);
    expect(isSurelyBefore(moment + 51, moment)).toBe(false);
    expect(isSurelyBefore(Number.POSITIVE_INFINITY, moment)).toBe(false);
  });

  it('takes a whole second for one of a file system that knows only even ones', () => {
    const moment = 1_700_000_010_000.25;
    expect(isSurelyBefore(1_700_000_008_000, moment)).toBe(false);
    expect(isSurelyBefore(1_700_000_007_000, moment)).toBe(true);
  });
});
