import { expect, it } from 'vitest';
import { searchNotes } from './search-notes.ts';

it('says that a search ran out of time', () => {
  expect(searchNotes({ incomplete: false })).toEqual([]);
  expect(searchNotes({ incomplete: true })).toEqual([
    'Incomplete: the search ran into its time limit. Search a smaller directory.',
  ]);
});

it('says that large files were left out', () => {
  const left = (tooLarge: number) => searchNotes({ incomplete: false, tooLarge });
  expect(left(1)).toEqual(['Left out: 1 file over 64 MB, which a multiline search does not read.']);
  expect(left(2)).toEqual(['Left out: 2 files over 64 MB, which a multiline search does not read.']);
});
