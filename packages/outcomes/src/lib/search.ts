/** The paths that match a glob, and what was left out. */
export interface GlobOutcome {
  readonly kind: 'glob';
  readonly pattern: string;
  /** The path as the caller gave it. */
  readonly path: string | undefined;
  /**
   * Absolute path of the searched directory, as the caller spelled it: deeper than `path` if the pattern says so.
   */
  readonly root: string;
  /** Put before an entry's path, makes it absolute. */
  readonly folder: string;
  /** Put before an entry's path, makes it relative to the path that the caller asked to search. */
  readonly prefix: string;
  /** Put before an entry's path, makes it relative to the session's working directory. */
  readonly cwdPrefix: string;
  /** Sorted as asked; at most as many as the session allows. */
  readonly entries: readonly GlobEntry[];
  /** Number of matching files, shown or not. */
  readonly total: number;
  /** Number of files that would match, too, without ignore files; counted if nothing else matches, or if asked for. */
  readonly ignored: number;
  readonly unreadable: number;
  readonly ignoreFilesSkipped: number;
  /** The search ran into its time limit. */
  readonly incomplete: boolean;
}

/** A path that matches. */
export interface GlobEntry {
  /** Relative to `root`, as this system writes it. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
}

/** The part of what a search found that was asked for, and what was left out. */
export interface GrepOutcome {
  readonly kind: 'grep';
  readonly result: 'lines' | 'files' | 'counts';
  readonly pattern: string;
  /** Absolute path of what was searched, as the caller spelled it. */
  readonly root: string;
  /** A single file was searched. */
  readonly isFile: boolean;
  /** Prepended to a file's relative path, makes it relative to the session's working directory. */
  readonly prefix: string;
  /** Put before a file's path, makes it absolute. */
  readonly folder: string;
  readonly files: readonly GrepFile[];
  /** The search ran to its end; if not, `total`, `remaining` and `matches` count only what it found before. */
  readonly isCounted: boolean;
  /** Number of lines, files or counts, shown or not. */
  readonly total: number;
  /** Number of them skipped before those shown. */
  readonly offset: number;
  /** Number of them after those shown. */
  readonly remaining: number;
  /** Matching lines in all files. */
  readonly matches: number;
  /** Number of files that match and are left out by ignore files; counted only if nothing else matches. */
  readonly ignored: number;
  readonly unreadable: number;
  readonly ignoreFilesSkipped: number;
  /**
   * Files over 64 MB, which a multiline search leaves out because it holds each file in memory; of a store also those that
   * are not copied for a search.
   */
  readonly tooLarge: number;
  /** Documents of Office, which hold text and are not searched. */
  readonly documents: number;
  /** The search ran into its time limit. */
  readonly incomplete: boolean;
  /**
   * Matching lines, or files if no lines were asked for, that are left out: when they were read again to be confirmed
   * they had changed, or could not be read.
   */
  readonly unconfirmed: number;
}

/** A file with matches, read again through the volume. */
export interface GrepFile {
  /** Relative to the searched directory, as this system writes it; if a single file is searched, its name. */
  readonly path: string;
  /** Matching lines; matches, if only the matching parts were asked for. */
  readonly count: number;
  /** Lines in the order of the file; empty unless lines were asked for. */
  readonly lines: readonly GrepLine[];
}

/** A line of a file with matches. */
export interface GrepLine extends ConfirmedLine {
  /** Positions of the matches in the text, in order; if the call asked for them. */
  readonly spans?: readonly Span[];
}

/** A line that was read again, and stands where ripgrep found it. */
export interface ConfirmedLine {
  readonly kind: 'match' | 'context';
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** Bytes of a long line that were cut off before and after `text`. */
  readonly cutBefore: number;
  readonly cutAfter: number;
  readonly afterGap: boolean;
  /** UTF-8 bytes of `text` before the first match, if the search asked for that. */
  readonly matchAt?: number;
}

/** Position of a match in a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Entries below a directory. */
export interface FindEntriesOutcome {
  readonly kind: 'entries';
  /** The path as the caller gave it. */
  readonly path: string;
  /** Absolute, each directory before what lies in it, by the bytes of names. */
  readonly paths: readonly string[];
  /** There may be more: the response can carry no more. */
  readonly more: boolean;
}
