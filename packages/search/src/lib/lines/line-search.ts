import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';
import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import type { IgnoreFiles } from '../walk/ignore-files.ts';
import type { SearchNotes } from '../walk/search-notes.ts';
import type { Narrower } from './narrower.ts';

/** The last line that was seen, in the order of lines: by path (`pathKey`), then by number. */
export interface SeenLine {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

export interface FindLinesRequest extends LineQuery {
  readonly ignoreFiles: IgnoreFiles;
  /** See `IgnoreReaderOptions`. */
  readonly entersIgnored?: boolean;
  /** True if files that match a glob are searched even if they are ignored, as ripgrep does. Default true. */
  readonly globsBeatIgnoreFiles?: boolean;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null;
  /** Names of files and directories that are left out at any depth. */
  readonly skip: ReadonlySet<string>;
  /** The most lines kept of one file; further ones are only counted. */
  readonly maxLines: number;
  /** A file is reported, and counted no further, as soon as it has more lines than this. Default: no limit. */
  readonly enough?: number;
  /** Lines up to this one are skipped; for searches without context lines. */
  readonly behind?: SeenLine;
  /** Index of the files below the directory. Default: none. */
  readonly index?: Narrower | undefined;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
  /** Ends the search with `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
}

/** A file with matching lines, as ripgrep reports it: `confirmLines` must read them again before they are shown. */
export interface FoundFile {
  /** Relative to the searched directory, with `/` between names; for a searched file, its name. */
  readonly path: string;
  /** Matching lines, or single matches with `onlyMatching`. */
  readonly count: number;
  /** Lines of matches and of context, kept or not; 0 if only counts were asked for. */
  readonly lineCount: number;
  readonly lines: readonly ProposedLine[];
}

/** Batches of files as they are found, in no order unless `inOrder` is set. Leaving the loop ends ripgrep. */
export interface LineSearch extends AsyncIterable<readonly FoundFile[]> {
  /** Start of the search, in milliseconds since the epoch. */
  readonly startedMs: number;
  /** Complete once the loop has ended. */
  readonly notes: Readonly<SearchNotes>;
}
