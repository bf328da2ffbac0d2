import { describe, expect, it } from 'vitest';
import { createFairSlots } from './fair-slots.ts';

describe('createFairSlots', () => {
  it('starts at once what there is room for', () => {
    const slots = createFairSlots(1);
    expect(slots.slotsOf('ann').take()).toBeNull();
    expect(slots.slotsOf('ann').take()).toBeInstanceOf(Promise);
    expect([slots.running, slots.waiting]).toEqual([1, 1]);
  });

  it('gives each principal its turn, whoever has more calls waiting', async () => {
    const slots = createFairSlots(1);
    const order: string[] = [];
    const ann = slots.slotsOf('ann');
    const ben = slots.slotsOf('ben');
    ann.take();
    const waiting = [ann, ann, ann, ben].map(async (own, index) => {
      await own.take();
      order.push(own === ben ? 'ben' : `ann ${index}`);
      own.release();
    });
    ann.release();
    await Promise.all(waiting);
    expect(order).toEqual(['ann 0', 'ben', 'ann 1', 'ann 2']);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it('leaves out whoever may not start, until told that this has changed', async () => {
    const blocked = new Set(['ann']);
    const slots = createFairSlots(2, (principal) => !blocked.has(principal));
    const [ann, ben] = [slots.slotsOf('ann'), slots.slotsOf('ben')];
    const order: string[] = [];
    const waiting = [ann, ann, ann].map(async (own, index) => {
      await own.take();
      order.push(`ann ${index}`);
      own.release();
    });
    expect(ben.take()).toBeNull();
    expect(ben.take()).toBeNull();
    ben.release();
    expect([slots.running, slots.waiting]).toEqual([1, 3]);
    blocked.clear();
    slots.startWaiting();
    expect([slots.running, slots.waiting]).toEqual([2, 2]);
    await Promise.all(waiting);
    expect(order).toEqual(['ann 0', 'ann 1', 'ann 2']);
    expect([slots.running, slots.waiting]).toEqual([1, 0]);
  });
});
