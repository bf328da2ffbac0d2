import { describe, expect, it } from 'vitest';
import { runWithTimeout } from './run-with-timeout.ts';

describe('runWithTimeout', () => {
  it('does the work', () => {
    let sum = 0;
    expect(
      runWithTimeout(60_000, () => {
        sum = 1 + 1;
      }),
    ).toBe(true);
    expect(sum).toBe(2);
  });

  it('ends a regular expression that backtracks without end', () => {
    expect(runWithTimeout(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}!`))).toBe(false);
  });

  it('throws what the work throws', () => {
    expect(() =>
      runWithTimeout(60_000, () => {
        throw new RangeError('mine');
      }),
    ).toThrow(new RangeError('mine'));
  });
});
