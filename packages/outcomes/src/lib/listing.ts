import type { DirectoryEntry } from '@dragoman/fs-core';
import type { ReadFileOutcome } from './reading.ts';

/** The entries of a directory, links followed. */
export interface ListDirectoryOutcome {
  readonly kind: 'list';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Entries in no order; a link is listed as its target, and one that leads nowhere is left out. */
  readonly entries: readonly ListedEntry[];
  readonly gitIgnored: number;
  /** Number of entries that a guard hides. */
  readonly hidden: number;
  /** Nothing lies in it, neither shown nor left out, but what is hidden. */
  readonly isEmpty: boolean;
}

/** An entry; whatever is no directory counts as a file. */
export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory';
  /** Bytes of a file; absent unless sizes were asked for. */
  readonly size?: number;
}

/** The entries of a directory. */
export interface ListSizesOutcome {
  readonly kind: 'sizes';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Entries in no order. */
  readonly entries: readonly SizedEntry[];
}

/** An entry; whatever is no directory counts as a file, links too. */
export interface SizedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Bytes; of a link, those of its target, or 0 if that is not allowed or not there. */
  readonly size: number;
}

/** A directory, with the entries below it down to the depth asked for. */
export interface DirectoryOutcome {
  readonly kind: 'directory';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly entries: readonly TreeEntry[];
}

/** An entry somewhere below a directory; a link is not followed. */
export interface TreeEntry {
  /** Relative to the listed directory, with `/` between names. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Text of a symbolic link, as it stands in it. */
  readonly target?: string;
}

/** The tree below a directory, with sizes. */
export interface SizedTreeOutcome {
  readonly kind: 'sized-tree';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Bytes that the directory itself takes. */
  readonly size: number;
  /** Entries sorted by name, those of each directory right after it. */
  readonly entries: readonly SizedTreeEntry[];
}

/** A file or directory; a link counts as what it leads to. */
export interface SizedTreeEntry {
  /** Relative to the listed directory, with `/` between names. */
  readonly path: string;
  readonly isDirectory: boolean;
  /** Bytes. */
  readonly size: number;
}

/** A directory's tree; links are not followed. */
export interface DirectoryTreeOutcome {
  readonly kind: 'tree';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Nodes sorted by the bytes of their names. */
  readonly nodes: readonly TreeNode[];
  readonly count: number;
}

/** An entry; whatever is no directory counts as a file, links too. */
export interface TreeNode {
  readonly name: string;
  readonly type: 'file' | 'directory';
  /** The nodes of a directory. */
  readonly children?: readonly TreeNode[];
}

/** Entries below a directory, each directory's right after it. */
export interface ListBelowOutcome {
  readonly kind: 'below';
  /** The path as the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  readonly entries: readonly EntryBelow[];
  /** Others follow. */
  readonly more: boolean;
}

/** An entry below a directory; a link is not followed. */
export interface EntryBelow extends Pick<DirectoryEntry, 'name' | 'kind'> {
  /** Relative to the directory, with `/` between names. */
  readonly path: string;
  /** 0 for what lies directly in the directory. */
  readonly level: number;
}

/** The file or the directory that a path leads to. */
export type ReadFileOrListOutcome = ReadFileOutcome | DirectoryOutcome;
