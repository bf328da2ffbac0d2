import type { NarrowableSearch, Narrower } from '@dragoman/search/internal/index-kit';
import type { SlowSearch } from './refresh-later.ts';
import { isOftenSlow, noteFullScan, outermost, type SearchIndex } from './search-index.ts';

/** The index of a session as searches ask it, once those of a tree were often slow. */
export function createNarrower(index: SearchIndex): Narrower {
  return {
    async narrow(search) {
      if (!isOftenSlow(index, rootOf(search))) return null;
      try {
        const { narrow } = await import('./narrowing.ts');
        return await narrow({ ...search, index });
      } catch (error) {
        // The search goes on without an index.
        index.log('debug', 'the index cannot be used', { reason: String(error) });
        return null;
      }
    },
    noteFullScan({ volume, searched }, tookMs) {
      const root = rootOf({ volume, searched });
      noteFullScan(index, root, tookMs);
      if (index.building !== null && isOftenSlow(index, root)) void build({ volume, searched, index });
    },
  };
}

function rootOf({ volume, searched }: Pick<NarrowableSearch, 'volume' | 'searched'>): string {
  return outermost(volume.roots, searched.realPath) ?? '';
}

/** Starts to build an index in the background; failures are logged. */
async function build(search: SlowSearch): Promise<void> {
  try {
    const { indexLater } = await import('./refresh-later.ts');
    await indexLater(search);
  } catch (error) {
    search.index.log('debug', 'the index cannot be made', { reason: String(error) });
  }
}
