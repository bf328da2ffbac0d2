import { describe, expect, it } from 'vitest';
import type { FileIdentity } from '../volume/open-entry.ts';
import { createStateCache } from './state-cache.ts';

const state = (fileKey: string, stateKey: string, isSafe = true): FileIdentity => ({
  fileKey,
  stateKey,
  size: 0,
  isSameState: (other) => other.stateKey === stateKey,
  isSafeToCache: () => isSafe,
});

describe('createStateCache', () => {
  const factsOf = createStateCache<{ version: string }>();

  it('knows a file in the state in which it was asked about, and in no other', () => {
    factsOf(state('a', '1')).version = 'one';
    expect(factsOf(state('a', '1')).version).toBe('one');
    expect(factsOf(state('b', '1')).version).toBeUndefined();
    expect(factsOf(state('a', '2')).version).toBeUndefined();
    expect(factsOf(state('a', '1')).version).toBeUndefined();
  });

  it('forgets what was asked about longest ago', () => {
    for (let key = 0; key <= 1000; key += 1) factsOf(state(`${key}`, 'x')).version = `${key}`;
    expect(factsOf(state('1', 'x')).version).toBe('1');
    expect(factsOf(state('0', 'x')).version).toBeUndefined();
  });

  it('keeps what is known of a state that a later change may leave as it is for one identity alone', () => {
    const identity = state('c', '1', false);
    factsOf(identity).version = 'one';
    expect(factsOf(identity).version).toBe('one');
    expect(factsOf(state('c', '1', false)).version).toBeUndefined();
    expect(factsOf(state('c', '1')).version).toBeUndefined();
  });
});
