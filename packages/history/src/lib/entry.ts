import { join } from 'node:path';
import type { EntryChange, KeptNode, Origin } from '@dragoman/fs-core/internal/kernel';
import type { KeptFile, Mark } from '@dragoman/fs-core/internal/recorder';

/** An operation: the changes of one call of a tool. */
export interface OperationEntry extends Origin {
  readonly kind: 'operation';
  /** 8 hex digits. */
  readonly id: string;
  /** ISO 8601, in the form of `Date.toISOString`. */
  readonly time: string;
  readonly changes: readonly EntryChange[];
  /** Bytes by which the kept contents grew. */
  readonly grownBy: number;
}

/** Operations were undone or redone; a base tells what the contents came to when older entries went. */
export interface MarkEntry extends Omit<Mark, 'kind'> {
  readonly kind: Mark['kind'] | 'base';
  /** Names this mark, as that of an operation does. */
  readonly id: string;
  readonly time: string;
  readonly grownBy: number;
}

export type Entry = OperationEntry | MarkEntry;

/** Directories that go with an undo if they are empty, innermost first. */
export function emptiedBy(entry: Entry | null): readonly string[] {
  return entry?.kind === 'undo' ? (entry.emptied ?? []) : [];
}

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
