/** Gaps of a search, counted while it runs. */
export interface SearchNotes {
  /** Directories and files that could not be read, or were gone when their turn came. */
  unreadable: number;
  /** Ignore files that were not applied: links, pipes, directories, too large, unreadable. */
  ignoreFilesSkipped: number;
  /** Files that are over the limit of a multiline search, or that the local copy of a remote volume leaves out. */
  tooLarge: number;
  /** Documents of Office, which hold text and are not searched. */
  documents: number;
  /** True if a time limit cut it short, so that results may be missing. */
  timedOut: boolean;
}

export function createNotes(): SearchNotes {
  return { unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, documents: 0, timedOut: false };
}
