import { describe, expect, it } from 'vitest';
import type { FileIdentity } from '../../volume/open-entry.ts';
import { fileFactsOf } from './file-facts-cache.ts';

const state = (fileKey: string, stateKey: string, isSafe = true): FileIdentity => ({
  fileKey,
  stateKey,
  size: 0,
  isSameState: (other) => other.stateKey === stateKey,
  isSafeToCache: () => isSafe,
});

describe('fileFactsOf', () => {
  it('knows a file in the state in which it was asked about, and in no other', () => {
    fileFactsOf(state('a', '1')).version = 'one';
    expect(fileFactsOf(state('a', '1')).version).toBe('one');
    expect(fileFactsOf(state('b', '1')).version).toBeUndefined();
    expect(fileFactsOf(state('a', '2')).version).toBeUndefined();
    expect(fileFactsOf(state('a', '1')).version).toBeUndefined();
  });

  it('forgets what was asked about longest ago', () => {
    for (let key = 0; key <= 1000; key += 1) fileFactsOf(state(`${key}`, 'x')).version = `${key}`;
    expect(fileFactsOf(state('1', 'x')).version).toBe('1');
    expect(fileFactsOf(state('0', 'x')).version).toBeUndefined();
  });

  it('keeps what is known of a state that a later change may leave as it is for one identity alone', () => {
    const identity = state('c', '1', false);
    fileFactsOf(identity).version = 'one';
    expect(fileFactsOf(identity).version).toBe('one');
    expect(fileFactsOf(state('c', '1', false)).version).toBeUndefined();
    expect(fileFactsOf(state('c', '1')).version).toBeUndefined();
  });
});
