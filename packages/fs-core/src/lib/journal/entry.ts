import { join } from 'node:path';
import type { Origin } from '../volume/change.ts';

/**
 * The entry that a name led to, as a journal records it. Modes are permission bits, set-id and sticky bits included.
 */
export type KeptNode = KeptFile | KeptLink | KeptDirectory | KeptOther;

export interface KeptFile {
  readonly kind: 'file';
  /** `sha256:` and the hex digest of its bytes. */
  readonly version: string;
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  /** True if its content went into the journal; it may have been evicted since. */
  readonly isKept: boolean;
}

export interface KeptLink {
  readonly kind: 'link';
  /** The text of the link. */
  readonly target: string;
}

export interface KeptDirectory {
  readonly kind: 'directory';
  readonly mode: number;
  /** Entries of the directory by name; absent if they do not belong to the operation. */
  readonly entries?: Readonly<Record<string, KeptNode>>;
}

/** A FIFO, a socket or a device. */
export interface KeptOther {
  readonly kind: 'other';
}

/** One thing that an operation changed. Paths are real paths. */
export interface EntryChange {
  readonly change: 'add' | 'update' | 'delete' | 'move';
  readonly path: string;
  /** The old path of a move. */
  readonly from?: string;
  /** The entry at `path`, or of a move at `from`, before the operation. */
  readonly before: KeptNode | null;
  /** The entry at `path` after the operation. */
  readonly after: KeptNode | null;
  /** The entry that a move replaced. */
  readonly replaced?: KeptNode;
  /** Directories that were made for it, outermost first. */
  readonly made?: readonly string[];
}

/** The changes of one call of a tool. */
export interface OperationEntry extends Origin {
  readonly kind: 'operation';
  /** 8 hex digits. */
  readonly id: string;
  /** Time in the format of `Date.toISOString`. */
  readonly time: string;
  readonly changes: readonly EntryChange[];
  /** Bytes by which the kept contents grew. */
  readonly grownBy: number;
}

/** Operations were undone or redone; a base tells what the contents came to when older entries went. */
export interface MarkEntry {
  readonly kind: 'undo' | 'redo' | 'base';
  /** Names this mark, as that of an operation does. */
  readonly id: string;
  readonly time: string;
  readonly ids: readonly string[];
  readonly grownBy: number;
  /** Entries that it removed and whose modes somebody had set, by path: they come back with these. */
  readonly removed?: Readonly<Record<string, KeptNode>>;
  /** Directories that went with it if they were empty, innermost first. */
  readonly emptied?: readonly string[];
}

export type Entry = OperationEntry | MarkEntry;

/** All paths of an entry, with those inside directories that are kept whole. */
export function pathsOf(entry: Entry): string[] {
  if (entry.kind !== 'operation') return [];
  return entry.changes.flatMap(({ path, from, before, after, replaced }) => [
    ...(from === undefined ? [] : [from]),
    path,
    ...new Set([before, after, replaced].flatMap((node) => pathsBelow(path, node))),
  ]);
}

function pathsBelow(path: string, node: KeptNode | null | undefined): string[] {
  const entries = node?.kind === 'directory' ? Object.entries(node.entries ?? {}) : [];
  return entries.flatMap(([name, each]) => [join(path, name), ...pathsBelow(join(path, name), each)]);
}

/** The files that a node is or holds. */
export function filesIn(node: KeptNode | null | undefined): KeptFile[] {
  if (node?.kind === 'file') return [node];
  return node?.kind === 'directory' ? Object.values(node.entries ?? {}).flatMap(filesIn) : [];
}

/** All nodes of an entry. */
export function nodesOf(entry: Entry): KeptNode[] {
  if (entry.kind !== 'operation') return [];
  return entry.changes
    .flatMap(({ before, after, replaced }) => [before, after, replaced])
    .flatMap((node) => node ?? []);
}

/** The digest in a version. */
export function digestIn(version: string): string {
  return version.slice('sha256:'.length);
}
