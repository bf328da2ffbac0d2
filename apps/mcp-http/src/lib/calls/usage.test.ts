import { describe, expect, it } from 'vitest';
import { NO_QUOTA } from '../who/quota.ts';
import { createUsage } from './usage.ts';

describe('createUsage', () => {
  it('allows so many calls in any minute', () => {
    let now = 0;
    const usage = createUsage({ ...NO_QUOTA, callsPerMinute: 2 }, () => now);
    usage.begin();
    now = 30_000;
    usage.begin();
    now = 59_999;
    expect(() => usage.begin()).toThrow('2 calls a minute are allowed');
    now = 60_000;
    usage.begin();
    expect(() => usage.begin()).toThrow(expect.objectContaining({ status: 429, retryAfterS: 30 }));
  });

  it('counts a refused call for nothing', () => {
    const usage = createUsage({ ...NO_QUOTA, concurrentCalls: 1 }, () => 0);
    usage.begin();
    expect(() => usage.begin()).toThrow('1 calls at once are allowed');
    usage.end();
    usage.begin();
    expect(() => usage.begin()).toThrow();
  });

  it('begins a new day where one is over', () => {
    let now = 0;
    const usage = createUsage({ ...NO_QUOTA, bytesWrittenPerDay: 10 }, () => now);
    usage.begin();
    usage.wrote(10);
    usage.end();
    expect(() => usage.begin()).toThrow('10 bytes a day may be written');
    now = 24 * 60 * 60 * 1000;
    usage.begin();
    expect(() => usage.wrote(1)).not.toThrow();
  });
});
