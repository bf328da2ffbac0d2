import { describe, expect, it } from 'vitest';
import { createBoundedMap } from './bounded-map.ts';

describe('createBoundedMap', () => {
  it('forgets the entry that was set longest ago', () => {
    const map = createBoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect(['a', 'b', 'c'].map(map.get)).toEqual([3, undefined, 4]);
  });

  it('has room again for what was deleted', () => {
    const map = createBoundedMap<string, number>(1);
    map.set('a', 1);
    map.delete('a');
    map.set('b', 2);
    expect(['a', 'b'].map(map.get)).toEqual([undefined, 2]);
  });
});
