import { describe, expect, it } from 'vitest';
import { listProgress } from './list-progress.ts';

const PAGE = { objects: [], prefixes: Array.from({ length: 1000 }, (_, index) => `p/${index}/`) };

describe('listProgress', () => {
  it('ends a list of a store that has been waited for too long', () => {
    const progress = listProgress();
    progress.count(PAGE);
    progress.goOn('a', 35_000);
    progress.goOn('b', 35_000);
    expect(() => progress.goOn('c', 1)).toThrow('does not come to an end');
  });
});
