import type { ConfirmedLine, FindLinesRequest, FoundFile, IgnoreFiles, LineSearch, Span } from '@dragoman/search';

type Query = Omit<
  FindLinesRequest,
  'result' | 'skip' | 'maxLines' | 'enough' | 'inOrder' | 'ignoreFiles' | 'userExcludes' | 'index'
>;

/** A search by the rules of ripgrep, and which part of the result to return. */
export interface GrepRequest extends Query {
  /** A file or a directory. Default: the working directory. */
  readonly path?: string;
  readonly result: 'lines' | 'files' | 'counts';
  readonly ignoreFiles: IgnoreFiles;
  /** Names of directories that are left out unless the request names them. Default: those that listings leave out. */
  readonly leavesOut?: readonly string[];
  /** `relevance`: most matching lines first, then newest. Default `path`; lines are always in the order of paths. */
  readonly order?: 'path' | 'newest' | 'relevance';
  /** How many lines, files or counts to return; 0 or none: all. */
  readonly limit?: number;
  /** How many of them to skip first. */
  readonly offset?: number;
}

/** A line of a file with matches. */
export interface GrepLine extends ConfirmedLine {
  /** Where in the text its matches are, in order; if the call asked for them. */
  readonly spans?: readonly Span[];
}

/** A file with matches, read again through the volume. */
export interface GrepFile {
  /** Relative to the searched directory, as this system writes it; if a single file is searched, its name. */
  readonly path: string;
  /** Matching lines; matches, if only the matching parts were asked for. */
  readonly count: number;
  /** In the order of the file; empty unless lines were asked for. */
  readonly lines: readonly GrepLine[];
}

/** The part of what a search found that was asked for, and what was left out. */
export interface GrepOutcome {
  readonly kind: 'grep';
  readonly result: GrepRequest['result'];
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
  /** How many lines, files or counts there are, shown or not. */
  readonly total: number;
  /** How many of them were skipped before those shown. */
  readonly offset: number;
  /** How many of them come after those shown. */
  readonly remaining: number;
  /** Matching lines in all files. */
  readonly matches: number;
  readonly unreadable: number;
  readonly ignoreFilesSkipped: number;
  /**
   * Files over 64 MB, which a multiline search leaves out because it holds each file in memory; of a store also those that
   * are not copied for a search.
   */
  readonly tooLarge: number;
  /** The search ran into its time limit. */
  readonly incomplete: boolean;
  /**
   * Matching lines, or files if no lines were asked for, that are left out: when they were read again to be confirmed
   * they had changed, or could not be read.
   */
  readonly unconfirmed: number;
}

/** Reads through the volume what ripgrep found by path, so that only that is shown. */
export interface Confirmation {
  confirm(files: readonly FoundFile[], search: LineSearch): Promise<Confirmed>;
  /** Begins during the search, with files that will all be shown. */
  begin?(files: readonly FoundFile[]): Promise<void>;
}

export interface Confirmed {
  readonly files: readonly (Omit<GrepFile, 'lines'> & Partial<GrepFile>)[];
  /** As in `GrepOutcome`. */
  readonly unconfirmed: number;
}
