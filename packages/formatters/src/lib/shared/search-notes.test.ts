import { expect, it } from 'vitest';
import { searchNotes } from './search-notes.ts';

it('says that a search ran out of time', () => {
  expect(searchNotes({ incomplete: false })).toEqual([]);
  expect(searchNotes({ incomplete: true })).toEqual([
    'Incomplete: the search ran into its time limit. Search a smaller directory.',
  ]);
});
