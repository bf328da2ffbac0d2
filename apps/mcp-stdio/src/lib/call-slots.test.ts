import { describe, expect, it } from 'vitest';
import { createCallSlots } from './call-slots.ts';

const never = new AbortController().signal;

describe('createCallSlots', () => {
  it('runs no more than its limit at once, and all in the end', async () => {
    const slots = createCallSlots(3, () => null);
    let running = 0;
    let most = 0;
    const task = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => slots.run(task, never)));
    expect({ most, running }).toEqual({ most: 3, running: 0 });
  });

  it('gives the room of a call that failed or never started to others', async () => {
    const slots = createCallSlots(1, () => null);
    const failing = slots.run(() => Promise.reject(new Error('failed')), never);
    const cancelled = slots.run(() => Promise.resolve('ran'), AbortSignal.abort());
    await expect(failing).rejects.toThrow('failed');
    await expect(cancelled).rejects.toThrow('abort');
    expect(await slots.run(() => Promise.resolve('ran'), never)).toBe('ran');
  });

  it('starts none while something is in the way', async () => {
    let clear = (): void => {};
    let obstacle: Promise<void> | null = new Promise((resolve) => {
      clear = resolve;
    });
    const slots = createCallSlots(1, () => obstacle);
    let ran = false;
    const call = slots.run(async () => {
      ran = true;
    }, never);
    await Promise.resolve();
    expect(ran).toBe(false);
    obstacle = null;
    clear();
    await call;
    expect(ran).toBe(true);
  });

  it('is settled when those that run have ended, whether or not others wait', async () => {
    const ends: string[] = [];
    const slots = createCallSlots(1, () => null);
    const failing = slots.run(() => new Promise((_, reject) => setImmediate(reject)), never);
    void slots.run(() => new Promise(() => {}), never);
    const settled = slots.settled().then(() => ends.push('settled'));
    await failing.catch(() => ends.push('failed'));
    await settled;
    expect(ends).toEqual(['failed', 'settled']);
  });
});
