import { expect, it } from 'vitest';
import { searchNotes } from './search-notes.ts';

it('says that a search ran out of time', () => {
  expect(searchNotes({ incomplete: false })).toEqual([]);
  expect(searchNotes({ incomplete: true })).toEqual([
    'Incomplete: the search ran into its time limit. Search a smaller directory.',
  ]);
});

it('says that what was found could not be confirmed, whether or not time ran out too', () => {
  const [one] = searchNotes({ incomplete: false, unconfirmed: 1, result: 'lines' });
  expect(one).toBe('Incomplete: 1 matching line changed during the search and could not be confirmed. Search again.');
  const [, two] = searchNotes({ incomplete: true, unconfirmed: 2, result: 'counts' });
  expect(two).toBe('Incomplete: 2 matching files changed during the search and could not be confirmed. Search again.');
});

it('says that large files were left out', () => {
  const left = (tooLarge: number) => searchNotes({ incomplete: false, tooLarge });
  expect(left(1)).toEqual(['Left out: 1 file too large for this search.']);
  expect(left(2)).toEqual(['Left out: 2 files too large for this search.']);
});
