import { describe, expect, it } from 'vitest';
import { compactList } from './compact-list.ts';

describe('compactList', () => {
  it('gives back what was added, from either end and in order', () => {
    const list = compactList((first, second, third) => [first, second, third]);
    expect([list.length, list.at(0), list.at(-1), [...list]]).toEqual([0, undefined, undefined, []]);
    for (let index = 0; index < 1000; index += 1) list.add(index, 2 ** 32 - 1, index * 2);
    expect(list.length).toBe(1000);
    expect([list.at(7), list.at(-1)]).toEqual([
      [7, 2 ** 32 - 1, 14],
      [999, 2 ** 32 - 1, 1998],
    ]);
    expect([list.at(1000), list.at(-1001)]).toEqual([undefined, undefined]);
    expect([...list].map(([first]) => first)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  });
});
