import { describe, expect, it } from 'vitest';
import { NO_QUOTA } from '../who/quota.ts';
import { createUsage } from './usage.ts';

describe('createUsage', () => {
  it('allows so many calls in any minute', () => {
    let now = 0;
    const usage = createUsage({ ...NO_QUOTA, callsPerMinute: 2 }, () => now);
    usage.begin(0);
    now = 30_000;
    usage.begin(0);
    now = 59_999;
    expect(() => usage.begin(0)).toThrow('2 calls a minute are allowed');
    now = 60_000;
    usage.begin(0);
    expect(() => usage.begin(0)).toThrow(expect.objectContaining({ status: 429, retryAfterS: 30 }));
  });

  it('counts a refused call for nothing', () => {
    const usage = createUsage({ ...NO_QUOTA, concurrentCalls: 1 }, () => 0);
    usage.begin(0);
    expect(() => usage.begin(0)).toThrow('1 calls at once are allowed');
    usage.end(0);
    usage.begin(0);
    expect(() => usage.begin(0)).toThrow();
  });

  it('counts what calls under way may write', () => {
    const usage = createUsage({ ...NO_QUOTA, bytesWrittenPerDay: 10 }, () => 0);
    usage.begin(6);
    usage.begin(6);
    expect(() => usage.begin(1)).toThrow(expect.objectContaining({ status: 429, retryAfterS: 1 }));
    usage.end(6);
    usage.begin(1);
    usage.end(1);
    usage.wrote(10);
    usage.end(6);
    expect(() => usage.begin(1)).toThrow(expect.objectContaining({ status: 429, retryAfterS: 24 * 60 * 60 }));
  });

  it('begins a new day where one is over', () => {
    let now = 0;
    const usage = createUsage({ ...NO_QUOTA, bytesWrittenPerDay: 10 }, () => now);
    usage.begin(0);
    usage.wrote(10);
    usage.end(0);
    expect(() => usage.begin(0)).toThrow('10 bytes a day may be written');
    now = 24 * 60 * 60 * 1000;
    usage.begin(0);
    expect(() => usage.wrote(1)).not.toThrow();
  });
});
