import type { GrepFile } from '@dragoman/outcomes/internal/parts';
import type { FindLinesRequest, FoundFile, IgnoreFiles, LineSearch } from '@dragoman/search/internal/search';

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
  /** Number of lines, files or counts to return; 0 or none: all. */
  readonly limit?: number;
  /** Number of them to skip first. */
  readonly offset?: number;
}

/** Reads through the volume what ripgrep found by path, so that only that is shown. */
export interface Confirmation {
  confirm(files: readonly FoundFile[], search: LineSearch): Promise<ConfirmedFiles>;
  /** Begins during the search, with files that will all be shown. */
  begin?(files: readonly FoundFile[]): Promise<void>;
}

export interface ConfirmedFiles {
  readonly files: readonly (Omit<GrepFile, 'lines'> & Partial<GrepFile>)[];
  /** Number of unconfirmed matches, counted like in `GrepOutcome`. */
  readonly unconfirmed: number;
}
