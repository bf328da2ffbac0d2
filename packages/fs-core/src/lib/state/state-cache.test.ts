import { describe, expect, it } from 'vitest';
import type { FileIdentity } from '../volume/volume.ts';
import { createStateCache } from './state-cache.ts';

const state = (fileKey: string, stateKey: string, isSafe = true): FileIdentity => ({
  fileKey,
  stateKey,
  size: 0,
  isSameState: (other) => other.stateKey === stateKey,
  isSafeToCache: () => isSafe,
});

describe('createStateCache', () => {
  it('knows a file in the state in which it was set, and in no other', () => {
    const cache = createStateCache<string>(2);
    cache.set(state('a', '1'), 'one');
    expect(cache.get(state('a', '1'))).toBe('one');
    expect(cache.get(state('a', '2'))).toBeUndefined();
    expect(cache.get(state('b', '1'))).toBeUndefined();
    cache.delete(state('a', '2'));
    expect(cache.get(state('a', '1'))).toBeUndefined();
  });

  it('forgets what was set longest ago', () => {
    const cache = createStateCache<string>(2);
    for (const key of ['a', 'b', 'c']) cache.set(state(key, key), key);
    expect(['a', 'b', 'c'].map((key) => cache.get(state(key, key)))).toEqual([undefined, 'b', 'c']);
  });

  it('keeps nothing of a state that a later change may leave as it is', () => {
    const cache = createStateCache<string>(2);
    cache.set(state('a', '1', false), 'one');
    expect(cache.get(state('a', '1'))).toBeUndefined();
  });
});
