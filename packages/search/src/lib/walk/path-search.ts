import type { PathPattern } from '@dragoman/patterns';
import type { IgnoreFiles } from './ignore-files.ts';
import type { SearchNotes } from './search-notes.ts';

export interface FindPathsRequest {
  readonly pattern: PathPattern;
  readonly kinds: 'files' | 'directories' | 'both';
  readonly ignoreFiles: IgnoreFiles;
  /** See `IgnoreReaderOptions`. */
  readonly entersIgnored?: boolean;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null;
  /** True if ignored entries are found too, marked as such. Default false: ignored directories are not entered. */
  readonly markIgnored?: boolean;
  /** Names of files and directories that are left out at any depth. */
  readonly skip: ReadonlySet<string>;
  /**
   * True if a link to a directory is followed if the pattern spells its name out and the volume may read the directory.
   * Default false.
   */
  readonly followsNamedLinks?: boolean;
  /** True if links are found as the files that they lead to. Default true. */
  readonly findsLinks?: boolean;
  /** Finds only what is larger than this. */
  readonly overBytes?: number;
  /**
   * Number of the newest entries that are asked for: what is known to be older is only counted (`older`). Left out, all
   * are found, and no times are looked up.
   */
  readonly newest?: number;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
  /** Ends the search with `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
}

export interface FoundPath {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
  /**
   * Milliseconds since the epoch, if the `newest` are asked for and it is not ignored; for sorting only, never to be
   * shown (`OpenDirectory.hintOf`).
   */
  readonly modifiedHint: number;
  readonly ignored: boolean;
}

export interface PathNotes extends SearchNotes {
  /** Number of entries that match, but are known to be older than the `newest` ones that are asked for. */
  older: number;
}

/** Batches of entries as they are found, in no order. Leaving the loop ends the search. */
export interface PathSearch extends AsyncIterable<readonly FoundPath[]> {
  /** Complete once the loop has ended. */
  readonly notes: Readonly<PathNotes>;
}
