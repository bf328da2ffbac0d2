import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeldBytes } from './held-bytes.ts';

describe('createHeldBytes', () => {
  it('gives one principal half at most, and all together no more than there is', () => {
    const held = createHeldBytes(100);
    expect([held.hasRoomFor('ann', 50), held.hasRoomFor('ann', 51)]).toEqual([true, false]);
    held.hold('ann').add(50);
    expect([held.hasRoomFor('ann', 1), held.hasRoomFor('ben', 50)]).toEqual([false, true]);
    held.hold('ben').add(40);
    expect([held.hasRoomFor('cat', 10), held.hasRoomFor('cat', 11)]).toEqual([true, false]);
  });

  it('has as much room as before once nothing is held, and tells of it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('ann', 'ben'), fc.nat(50))), (takes) => {
        let told = 0;
        const held = createHeldBytes(100, () => {
          told += 1;
        });
        const holds = takes.map(([principal, bytes]) => {
          const hold = held.hold(principal);
          hold.add(bytes);
          return hold;
        });
        for (const hold of holds) hold[Symbol.dispose]();
        for (const hold of holds) hold[Symbol.dispose]();
        expect(told).toBe(2 * holds.length);
        expect([held.hasRoomFor('ann', 50), held.hasRoomFor('ann', 51)]).toEqual([true, false]);
      }),
    );
  });
});
