import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPathOrder } from './in-path-order.ts';
import type { FoundFile } from './line-search.ts';
import { pathKey } from './path-order.ts';

const path = fc.array(fc.constantFrom('a', 'b', 'a b', 'a!', 'ü'), { minLength: 1, maxLength: 3 });
const paths = fc.uniqueArray(
  path.map((names) => names.join('/')),
  { maxLength: 12 },
);

const found = (path: string): FoundFile => ({ path, count: 1, lineCount: 1, lines: [] });

function byKey(one: string, other: string): number {
  return pathKey(one) < pathKey(other) ? -1 : 1;
}

async function* batchesOf(sorted: readonly string[], size: number): AsyncGenerator<FoundFile[]> {
  for (let at = 0; at < sorted.length; at += size) yield sorted.slice(at, at + size).map(found);
}

describe('inPathOrder', () => {
  it('gives the files of both in the order of paths', async () => {
    const property = fc.asyncProperty(paths, fc.nat(), fc.integer({ min: 1, max: 3 }), async (all, mask, size) => {
      const sorted = all.toSorted(byKey);
      const [ones, others] = [0, 1].map((side) => sorted.filter((_, at) => ((mask >> at) & 1) === side));
      const merged: string[] = [];
      for await (const batch of inPathOrder(batchesOf(ones ?? [], size), batchesOf(others ?? [], 2))) {
        merged.push(...batch.map(({ path: each }) => each));
      }
      expect(merged).toEqual(sorted);
    });
    await fc.assert(property);
  });

  it('ends both if its loop is left', async () => {
    const ended: string[] = [];
    async function* endless(name: string): AsyncGenerator<FoundFile[]> {
      try {
        for (;;) yield [found(name)];
      } finally {
        ended.push(name);
      }
    }
    for await (const _ of inPathOrder(endless('a'), endless('b'))) break;
    expect(ended.toSorted()).toEqual(['a', 'b']);
  });
});
