import type { Failure, OwnStat } from '@dragoman/fs-core';
import type { PictureFault } from '@dragoman/fs-core/internal/kernel';
import type { Line } from './lines.ts';

export interface FileFacts {
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Bytes. */
  readonly size: number;
}

/** The content of a file, by its kind. */
export type ReadFileOutcome = TextOutcome | ImageOutcome | BinaryOutcome;

/** Lines of a text file. */
export interface TextOutcome extends FileFacts {
  readonly kind: 'text';
  /** 1-based number of the first of `lines`. */
  readonly startLine: number;
  readonly lines: readonly Line[];
  /** Lines follow the last of `lines`. */
  readonly more: boolean;
  /** The limit on the response's size ended the lines before the range did. */
  readonly isBounded: boolean;
  /** Null if they were not counted. */
  readonly totalLines: number | null;
  readonly encoding: string;
  /** Present if a code page that nobody expects is in question, in which the text would be another. */
  readonly isGuess?: true;
  /** True if the caller asked for certain lines. */
  readonly isRange: boolean;
}

/** A whole file that a client can show: an image, or a PDF as media. */
export interface ImageOutcome extends FileFacts {
  readonly kind: 'image';
  readonly mimeType: string;
  readonly data: Uint8Array;
  /** Absent if the data are those of the file. */
  readonly scaled?: ScaledPicture;
  /** Absent if it is whole, or in no format that is judged. */
  readonly fault?: PictureFault;
}

/** Sides of a picture before and after it was scaled, in pixels, as it is looked at. */
export interface ScaledPicture {
  readonly from: { readonly width: number; readonly height: number };
  readonly to: { readonly width: number; readonly height: number };
}

/** A file that cannot be shown: only its size and type are known. */
export interface BinaryOutcome extends FileFacts {
  readonly kind: 'binary';
  readonly mimeType: string | null;
}

/** A whole file, and what it is. */
export interface MediaOutcome extends FileFacts {
  readonly kind: 'media';
  readonly mimeType: string;
  readonly data: Uint8Array;
  readonly scaled?: ScaledPicture;
}

/** Text of a file. */
export interface PartOutcome extends FileFacts {
  readonly kind: 'part';
  /** Text with its line endings. */
  readonly text: string;
  /** 1-based number of its first line. */
  readonly startLine: number;
  /** The response could not carry more. */
  readonly isCut: boolean;
  readonly encoding: string;
  /** Present if a code page that nobody expects is in question, in which the text would be another. */
  readonly isGuess?: true;
}

/** Result for each file, as far as the response can carry it. */
export interface ReadFilesOutcome {
  readonly kind: 'texts';
  readonly files: readonly FileRead[];
  /** There are files that were not read any more. */
  readonly more: boolean;
}

/** A file that was read, or why it was not. */
export interface FileRead {
  /** The path as the caller gave it. */
  readonly path: string;
  readonly result: PartOutcome | { readonly kind: 'failure'; readonly failure: Failure };
}

/** The lines of a text, counted as what stands between newlines: after a newline at the end, there is an empty one. */
export interface ViewedLines extends FileFacts {
  readonly kind: 'viewed';
  /** 1-based. */
  readonly startLine: number;
  /** Without their endings. */
  readonly lines: readonly string[];
  readonly totalLines: number;
  readonly encoding: string;
  /** Present if a code page that nobody expects is in question, in which the text would be another. */
  readonly isGuess?: true;
}

/** Many files in one answer. */
export interface ManyFilesOutcome {
  readonly kind: 'many';
  /** Sorted by path. */
  readonly files: readonly ManyFilesPart[];
  readonly refused: readonly RefusedMedia[];
  /** Absolute paths that were asked for and lead to nothing. */
  readonly missing: readonly string[];
  /** Number of files that were not read, since the response could not carry them. */
  readonly left: number;
}

/** A picture or PDF that was asked for and is not shown, and why. */
export interface RefusedMedia {
  readonly path: string;
  readonly failure: Failure;
}

/** One of many files: its first lines, or a media file. */
export type ManyFilesPart = TextOutcome | ImageOutcome;

/** Facts about a file or directory besides its content; links are followed. */
export interface FileInfoOutcome extends OwnStat {
  readonly kind: 'info';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly isDirectory: boolean;
}
