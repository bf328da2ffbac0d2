import { describe, expect, it } from 'vitest';
import { within } from './with-retry.ts';

// As the SDK's look for credentials, whose service need not answer.
const heedless = () => new Promise<never>(() => {});

describe('within', () => {
  it('ends the wait for what heeds no signal when time is over', async () => {
    await expect(within({ timeoutMs: 1 }, heedless)).rejects.toThrow('no answer in 1 ms');
  });

  it('ends it when the call is cancelled, also before it begins', async () => {
    const controller = new AbortController();
    const waiting = within({ timeoutMs: 60_000, signal: controller.signal }, heedless);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(within({ timeoutMs: 60_000, signal: controller.signal }, heedless)).rejects.toThrow('enough');
  });

  it('gives what a request gives', async () => {
    expect(await within({ timeoutMs: 60_000 }, async (signal) => signal.aborted)).toBe(false);
    await expect(within({ timeoutMs: 60_000 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
