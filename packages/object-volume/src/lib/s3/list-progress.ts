import type { ListEntries } from './read-list.ts';
import { WrongAnswer } from './store-error.ts';

/** Pages that a list may have beyond those that its entries account for: a store may well give some short ones. */
const SPARE_PAGES = 1000;
const FEWEST_IN_A_PAGE = 10;
/** How long a list may take beyond the time that its entries account for. */
const SPARE_MS = 60_000;
const MS_AN_ENTRY = 10;

/** Holds a list to what it shows: one that goes on without end ends in a failure. */
export interface ListProgress {
  /** @throws WrongAnswer for a token that came before, for too many pages or too long a time for what they hold */
  goOn(token: string): void;
  count(page: ListEntries): void;
}

export function listProgress(): ListProgress {
  const seen = new Set<string>();
  const startMs = performance.now();
  let entries = 0;
  return {
    goOn(token) {
      if (seen.has(token)) throw new WrongAnswer('with a list that leads back to a page of its own');
      seen.add(token);
      const isSlow = performance.now() - startMs > SPARE_MS + entries * MS_AN_ENTRY;
      if (isSlow || seen.size > SPARE_PAGES + entries / FEWEST_IN_A_PAGE)
        throw new WrongAnswer('with a list that does not come to an end');
    },
    count({ objects, prefixes }) {
      entries += objects.length + prefixes.length;
    },
  };
}
