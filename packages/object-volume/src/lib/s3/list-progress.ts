import type { ListEntries } from './read-list.ts';
import { WrongAnswer } from './store-error.ts';

/** Pages that a list may have beyond those that its entries account for: a store may well give some short ones. */
const SPARE_PAGES = 1000;
const FEWEST_IN_A_PAGE = 10;
/** Milliseconds to wait for a store beyond the time that the entries account for. */
const SPARE_MS = 60_000;
const MS_AN_ENTRY = 10;

/** Holds a list to what it shows: one that goes on without end ends in a failure. */
export interface ListProgress {
  /**
   * @param waitedMs how long the page with this token was waited for, without what its reader did meanwhile
   * @throws WrongAnswer for a token that came before, for too many pages or too long a time for what they hold
   */
  goOn(token: string, waitedMs: number): void;
  count(page: ListEntries): void;
}

export function listProgress(): ListProgress {
  const seen = new Set<string>();
  let [entries, allMs] = [0, 0];
  return {
    goOn(token, waitedMs) {
      if (seen.has(token)) throw new WrongAnswer('with a list that leads back to a page of its own');
      seen.add(token);
      allMs += waitedMs;
      if (allMs > SPARE_MS + entries * MS_AN_ENTRY || seen.size > SPARE_PAGES + entries / FEWEST_IN_A_PAGE)
        throw new WrongAnswer('with a list that does not come to an end');
    },
    count({ objects, prefixes }) {
      entries += objects.length + prefixes.length;
    },
  };
}
