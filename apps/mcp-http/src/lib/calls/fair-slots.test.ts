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
});
