import { counted } from './counted.ts';

interface SearchFacts {
  readonly incomplete: boolean;
  readonly tooLarge?: number;
  /** Number of results, and of those that ignore files hide. */
  readonly total?: number;
  readonly ignored?: number;
  /** Documents of Office, which hold text and are not searched. */
  readonly documents?: number;
  /** Lines or files that were found but could not be confirmed. */
  readonly unconfirmed?: number;
  /** The kind of result that was asked for. Of `lines`, lines are unconfirmed; of the others, files. */
  readonly result?: 'lines' | 'files' | 'counts';
}

/** Notes that a reader must know of a search besides its results, one line each. */
export function searchNotes(facts: SearchFacts): string[] {
  const { incomplete, tooLarge = 0, unconfirmed = 0, result, total = 0, ignored = 0, documents = 0 } = facts;
  return [
    ...(total === 0 && ignored > 0
      ? [`${ignored} are left out by ignore rules. What is ignored can be read by name.`]
      : []),
    ...(documents > 0 ? [`Not searched: ${counted(documents, 'Word, Excel or PowerPoint file')}.`] : []),
    ...(tooLarge > 0 ? [`Left out: ${counted(tooLarge, 'file')} too large for this search.`] : []),
    ...(incomplete ? ['Incomplete: the search ran into its time limit. Search a smaller directory.'] : []),
    ...(unconfirmed > 0
      ? [
          `Incomplete: ${counted(unconfirmed, result === 'lines' ? 'matching line' : 'matching file')} changed during the search and could not be confirmed. Search again.`,
        ]
      : []),
  ];
}
