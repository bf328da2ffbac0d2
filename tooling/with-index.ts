import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { IndexedSearch } from '../packages/search-index/src/lib/narrowing.ts';
import type { SearchIndex } from '../packages/search-index/src/lib/search-index.ts';

// Every search of a directory on the disk asks an index first, however small the tree and however young its files: the
// first search builds it, and later ones find what has changed since. See the project `with-index` of `vitest.config.ts`.

const place = mkdtempSync(join(tmpdir(), 'dragoman-indexes-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));

const BOUNDS = { slowMs: 0, slowSearches: 0, leastFiles: 0, mostListed: 1 };
// Why a search may read everything here.
const REASONS = ['pattern', 'request', 'kind of volume', 'directory is not indexed', 'ignore files', 'many changes'];

function log(_: string, text: string, data?: object): void {
  const reason = data !== undefined && 'reason' in data ? `${data.reason}` : '';
  if (text === 'search reads every file' && !REASONS.includes(reason)) throw new Error(`No index is used: ${reason}`);
}

vi.mock('../packages/tools/src/lib/search-index-of.ts', async (original) => {
  const actual = await original<typeof import('../packages/tools/src/lib/search-index-of.ts')>();
  return {
    searchIndexOf(options: Parameters<typeof actual.searchIndexOf>[0]): SearchIndex | null {
      const index = actual.searchIndexOf({ ...options, index: place });
      return index && { ...index, building: null, bounds: BOUNDS, log };
    },
  };
});

vi.mock('../packages/search-index/src/lib/narrowing.ts', async (original) => {
  const { narrow } = await original<typeof import('../packages/search-index/src/lib/narrowing.ts')>();
  return {
    async narrow(search: IndexedSearch) {
      building = building.then(() => indexOnce(search));
      await building;
      return await narrow(search);
    },
  };
});

/** Builds run one after the other: a second build of the same index at the same time gets none. */
let building = Promise.resolve();

async function indexOnce({ volume, searched, index }: IndexedSearch): Promise<void> {
  const { examineIndex, buildTreeIndex } = await import('../packages/search-index/src/internal/indexes.ts');
  const { outermost } = await import('../packages/search-index/src/lib/search-index.ts');
  const root = outermost(volume.roots, searched.realPath);
  const { directory, rules } = index;
  if (root === null || (await examineIndex({ volume, root, directory, rules })) !== 'none') return;
  const skip = new Set(['.git', 'node_modules']);
  await buildTreeIndex({ volume, root, directory, rules, userExcludes: null, skip, restMs: 0 });
}
