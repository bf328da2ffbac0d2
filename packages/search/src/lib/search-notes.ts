/** What a search could not do, counted while it runs: the facts beside its results. */
export interface SearchNotes {
  /** Directories and files that the system would not let it read, or that were gone when it came. */
  unreadable: number;
  /** Ignore files left out of account: links, pipes, directories, too large, unreadable. */
  ignoreFilesSkipped: number;
  /** Files that a search for matches that span lines leaves out: each would be held in memory as a whole. */
  tooLarge: number;
  /** It ran into its time limit: what was found is not all there is. */
  timedOut: boolean;
}

export function createNotes(): SearchNotes {
  return { unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, timedOut: false };
}
