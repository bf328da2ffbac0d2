import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DirectoryEntry } from '../volume/open-entry.ts';
import { StatIdentity } from './file-identity.ts';
import { createListings } from './listings.ts';

const LONG_AGO = 1_000_000_001n;

function state(changes: Partial<StatIdentity> = {}): StatIdentity {
  const facts = { device: -1n, inode: 1n, size: 4096, mtimeNs: LONG_AGO, ctimeNs: LONG_AGO, birthtimeNs: 0n };
  return new StatIdentity({ ...facts, ...changes });
}

function files(...names: readonly string[]): DirectoryEntry[] {
  return names.map((name) => ({ name, kind: 'file' }));
}

describe('createListings', () => {
  afterEach(() => void vi.useRealTimers());

  it('recalls whatever was read, for as long as the state is the same', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '.', '\n', '\\', 'ü', '\udc80', '😀'), minLength: 1 });
    const kind = fc.constantFrom('file', 'directory', 'link', 'other');
    fc.assert(
      fc.property(fc.array(fc.record({ name, kind })), (entries) => {
        const listings = createListings();
        expect(listings.recall('/d', state)).toBe(null);
        expect(listings.read('/d', state(), () => entries)).toEqual(entries);
        expect(listings.recall('/d', state)).toEqual(entries);
        expect(listings.recall('/other', state)).toBe(null);
        expect(listings.recall('/d', () => state({ ctimeNs: LONG_AGO + 1n }))).toBe(null);
      }),
    );
  });

  it.each([
    ['another directory', { inode: 2n }],
    ['the same number on another device', { device: -2n }],
    ['a change', { ctimeNs: LONG_AGO + 1n }],
  ])('forgets at the sight of %s', (_, change) => {
    const listings = createListings();
    listings.read('/d', state(), () => files('a'));
    expect(listings.recall('/d', () => state(change))).toBe(null);
    expect(listings.recall('/d', state)).toBe(null);
  });

  it('forgets what is gone', () => {
    const listings = createListings();
    listings.read('/d', state(), () => files('a'));
    expect(listings.recall('/d', () => null)).toBe(null);
    expect(listings.recall('/d', state)).toBe(null);
  });

  it('remembers nothing that may change without a sign of it', () => {
    vi.setSystemTime(Date.now());
    const now = BigInt(Date.now()) * 1_000_000n;
    const wholeSecond = (now / 1_000_000_000n) * 1_000_000_000n;
    for (const [path, doubtful] of [
      ['/d', state({ ctimeNs: now })],
      ['/d', state({ ctimeNs: wholeSecond })],
      ['/sys/d', state({ size: 0 })],
      ['/proc/1/fd', state()],
    ] as const) {
      const listings = createListings();
      listings.read(path, doubtful, () => files('a'));
      expect(listings.recall(path, () => doubtful)).toBe(null);
    }
  });

  it('remembers the latest that fit, and no directory too large for all', () => {
    const listings = createListings(20);
    for (const path of ['/a', '/b', '/c', '/b', '/d']) listings.read(path, state(), () => files(path));
    listings.read('/large', state(), () => files(...'x'.repeat(20)));
    const known = ['/a', '/b', '/c', '/d', '/large'].filter((path) => listings.recall(path, state) !== null);
    expect(known).toEqual(['/b', '/c', '/d']);
  });
});
