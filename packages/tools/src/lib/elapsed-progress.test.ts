import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportElapsed } from './elapsed-progress.ts';
import type { Progress } from './session.ts';

describe('reportElapsed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells every second until the end', () => {
    const told: Progress[] = [];
    {
      using _telling = reportElapsed({ onProgress: (progress) => told.push(progress) }, 'Command');
      vi.advanceTimersByTime(2500);
    }
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([
      { done: 0, message: 'Command started' },
      { done: 1, message: 'Command running for 1 s' },
      { done: 2, message: 'Command running for 2 s' },
    ]);
  });

  it('starts nothing where nobody listens', () => {
    using _telling = reportElapsed({}, 'Command');
    expect(vi.getTimerCount()).toBe(0);
  });
});
