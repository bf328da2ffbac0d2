import { describe, expect, it } from 'vitest';
import { wellFormed } from './well-formed.ts';

describe('wellFormed', () => {
  it('repairs texts wherever they are, and nothing else', () => {
    const data = { a: ['x\ud800', { b: '\udcffy', c: '😀' }], d: null, e: 1, f: undefined };
    expect(wellFormed(data)).toEqual({ a: ['x\ufffd', { b: '\ufffdy', c: '😀' }], d: null, e: 1, f: undefined });
  });

  it('gives back what needs no repair', () => {
    const data = { a: ['😀', 2, null], b: {} };
    expect(wellFormed(data)).toBe(data);
  });
});
