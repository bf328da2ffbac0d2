import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Cancellation } from './cancellation.ts';

describe('Cancellation', () => {
  it('tells its listeners once, and keeps the first reason', () => {
    const signal = new Cancellation();
    let told = 0;
    signal.addEventListener('abort', () => {
      told += 1;
    });
    signal.abort('first');
    signal.abort('second');
    expect({ told, aborted: signal.aborted, reason: signal.reason }).toEqual({
      told: 1,
      aborted: true,
      reason: 'first',
    });
    expect(() => signal.throwIfAborted()).toThrow('first');
  });

  it('calls `onabort`', () => {
    const signal = new Cancellation();
    const heard: unknown[] = [];
    signal.onabort = ({ type }) => heard.push(type);
    signal.abort();
    expect(heard).toEqual(['abort']);
  });

  it('gives the reason that Node gives where there is none', () => {
    const signal = new Cancellation();
    expect(() => signal.throwIfAborted()).not.toThrow();
    signal.abort();
    const { reason } = AbortSignal.abort();
    expect(signal.reason).toEqual(reason);
  });

  it("ends what waits by Node's own functions", async () => {
    const signal = new Cancellation();
    const waiting = [delay(2 ** 30, undefined, { signal }), once(new EventTarget(), 'never', { signal })];
    signal.abort();
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
  });
});
