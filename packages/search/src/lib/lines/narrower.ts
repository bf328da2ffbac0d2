import type { OpenDirectory, Volume } from '@dragoman/fs-core';
import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';

/** Knowledge of the files below directories: all that a search asks of an index. */
export interface Narrower {
  /** The files that need not be read; null for a search that must read everything. Never rejects. */
  narrow(search: NarrowableSearch): Promise<Narrowing | null>;
  /** Takes note of a search that read everything, and how long that took. */
  noteFullScan(search: Pick<NarrowableSearch, 'volume' | 'searched'>, tookMs: number): void;
}

/** A search of the lines below a directory. */
export interface NarrowableSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory;
  readonly request: LineQuery & { readonly skip: ReadonlySet<string> };
  /** True if ignore files let the search enter a directory, by its path below the searched one. */
  readonly enters: (path: string) => Promise<boolean>;
}

/** Division of the files below a directory into those that must be read and those that need not. */
export interface Narrowing extends Disposable {
  /** Files that may match, unless they have changed since they were indexed. */
  readonly first: FileList;
  /** Resolves to the files that must be read besides, as was found out since; null if that is so much that all must be read. */
  rest(): Promise<Remainder | null>;
}

export interface Remainder extends Disposable {
  /** Null if there is nothing more to read. */
  readonly list: FileList | null;
  /** True if a match at a path counts when it is found by this list, and only then. */
  holds(path: string): boolean;
}

/** The files that ripgrep is to read. */
export interface FileList {
  /** The path by which ripgrep opens an ignore file that leaves out all other files. */
  readonly ignoreFile: string;
}
