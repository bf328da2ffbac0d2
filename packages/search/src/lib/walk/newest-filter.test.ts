import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNewestFilter } from './newest-filter.ts';

describe('createNewestFilter', () => {
  it('admits the newest of all times, those of the same age included', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 200 });
    await fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 20 }), (all, most) => {
        const newestFilter = createNewestFilter(most);
        const admitted = all.filter((time) => newestFilter.admits(time));
        const oldest = all.toSorted((one, other) => other - one)[most - 1] ?? 0;
        expect(admitted.filter((time) => time >= oldest)).toEqual(all.filter((time) => time >= oldest));
      }),
    );
  });

  it('admits only twice the wanted number where the newest come first', () => {
    const newestFilter = createNewestFilter(10);
    const admitted = Array.from({ length: 1_000 }, (_, age) => -age).filter((time) => newestFilter.admits(time));
    expect(admitted).toHaveLength(20);
  });
});
