import type { PageBound } from '@dragoman/fs-core/internal/kernel';

/** One page of a text, and how to get the next. */
export interface PageOutcome {
  readonly kind: 'page';
  readonly path: string;
  readonly realPath: string;
  /** Exactly as in the file, line endings included. */
  readonly content: string;
  /** 1-based numbers of the lines in which the content begins and ends; without content the end is one less. */
  readonly startLine: number;
  readonly endLine: number;
  /** The first line's beginning was on an earlier page; the last line's rest is on the next. */
  readonly startsMidLine: boolean;
  readonly endsMidLine: boolean;
  /** Null if they were not counted. */
  readonly totalLines: number | null;
  /** Size of the whole file. */
  readonly totalBytes: number;
  readonly encoding: string;
  readonly version: string;
  readonly truncatedBy: PageBound | null;
  readonly limits: PageLimits;
  readonly usage: PageUsage;
  /** Gives the next page; null if all that was asked for has been read. */
  readonly continuation: string | null;
}

/** One page of files, and how to get the next. */
export interface FindPageOutcome {
  readonly kind: 'files';
  /** The files in the order of their paths. */
  readonly files: readonly FoundFile[];
  readonly truncatedBy: PageBound | null;
  readonly limits: PageLimits;
  readonly usage: PageUsage;
  readonly continuation: string | null;
  /** The search ran into its time limit. */
  readonly incomplete: boolean;
  /** Number of files that ignore files hide, if none is found. */
  readonly ignored: number;
}

/** A regular file, in the state in which it was found for the page. */
export interface FoundFile {
  /** The path as the session resolves it. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601, in UTC. */
  readonly modified: string;
}

/** One page of matching lines, and how to get the next. */
export interface SearchPageOutcome {
  readonly kind: 'matches';
  /** The matches in the order of paths and lines. */
  readonly matches: readonly FoundMatch[];
  readonly truncatedBy: PageBound | null;
  readonly limits: PageLimits;
  readonly usage: PageUsage;
  readonly continuation: string | null;
  /** The search ran into its time limit, or what it found changed before it could be confirmed. */
  readonly incomplete: boolean;
  /** Number of files with matches that ignore files hide, if no other has any. */
  readonly ignored: number;
}

/** A line with a match, read again through the volume. */
export interface FoundMatch {
  /** The path as the session resolves it. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** Bytes that were cut off a long line before and after `text`; absent if none were. */
  readonly cutBefore?: number;
  readonly cutAfter?: number;
}

/** The limits of one page: the caller's within the server's own. */
export interface PageLimits {
  readonly maxTokens: number | null;
  readonly maxBytes: number;
  readonly maxLines: number | null;
  /** Bytes that the page may take as a JSON string, for that is how it travels. */
  readonly maxJsonBytes: number;
  /** The owner of the smaller limit on bytes, and on lines: the caller or the server. */
  readonly bytesBoundBy: PageBound;
  readonly linesBoundBy: PageBound;
}

/** Bytes, lines and tokens that one page takes up. */
export interface PageUsage {
  /** Null if they are not limited. */
  readonly tokens: number | null;
  readonly bytes: number;
  readonly lines: number;
}
