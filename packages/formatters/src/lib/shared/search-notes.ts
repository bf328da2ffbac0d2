import { counted } from './counted.ts';

interface SearchFacts {
  readonly incomplete: boolean;
  readonly tooLarge?: number;
}

/** What a reader must know about a search besides its results, one line each. */
export function searchNotes({ incomplete, tooLarge = 0 }: SearchFacts): string[] {
  return [
    ...(tooLarge > 0
      ? [`Left out: ${counted(tooLarge, 'file')} over 64 MB, which a multiline search does not read.`]
      : []),
    ...(incomplete ? ['Incomplete: the search ran into its time limit. Search a smaller directory.'] : []),
  ];
}
