import type { Volume } from '@dragoman/fs-core';

/** Bounds of one session. */
export interface Limits {
  /** Bytes: a larger file is not read, larger content is not written. */
  readonly maxFileSize: number;
  /** Bytes: the largest replacement of one line-range write. */
  readonly maxReplacementSize: number;
  /** UTF-8 bytes: the largest text that one result carries. */
  readonly maxResponseSize: number;
  /** The most paths that a glob returns. */
  readonly maxResults: number;
}

/** What lives as long as one client's connection. */
export interface Session {
  readonly volume: Volume;
  readonly limits: Limits;
  /** Writes take every step but the change. */
  readonly dryRun: boolean;
  /** The tree that a dialect names as its root. */
  readonly workdir: string;
  /** The current working directory: `workdir` until a command moves it. */
  readonly cwd: string;
  changeDirectory(path: string): void;
  /** The absolute form of a path, relative ones taken from the current directory. Nothing is checked or touched. */
  resolve(path: string): string;
  close(): Promise<void>;
}

/** What a caller passes along with one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  /** How much is done: files, matches or seconds, as the operation counts. */
  readonly done: number;
  readonly message: string;
}

/** One operation: knows what to do and nothing about words. Throws `ToolError`. */
export type Operation<Request, Outcome> = (session: Session, request: Request, call: CallOptions) => Promise<Outcome>;
