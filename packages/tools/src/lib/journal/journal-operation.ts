import type { EntryChange, KeptNode, ListedOperation, OperationEntry } from '@dragoman/fs-core';

/** What one call of a tool did. */
export interface JournalOperation {
  /** 8 hex digits. */
  readonly id: string;
  /** As `Date.toISOString`. */
  readonly time: string;
  readonly session: string;
  readonly dialect: string;
  readonly tool: string;
  readonly client: string;
  readonly state: 'done' | 'undone';
  /** In the order of their paths. */
  readonly changes: readonly JournalChange[];
}

/** One thing that it changed. Paths are absolute; versions are null for what is no file, or is not there. */
export interface JournalChange {
  readonly change: 'add' | 'update' | 'delete' | 'move';
  readonly path: string;
  readonly from?: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What was changed, with all that is known of it. */
export interface KnownOperation extends JournalOperation {
  readonly entries: readonly EntryChange[];
}

/** Null if the journal is damaged there. */
export function knownOperation(listed: ListedOperation): KnownOperation | null {
  const entry = listed.entry();
  return entry === null ? null : { ...factsOf(entry), state: listed.state, entries: sorted(entry.changes) };
}

function factsOf({ id, time, session, dialect, tool, client, changes }: OperationEntry) {
  return { id, time, session, dialect, tool, client, changes: sorted(changes).map(changeOf) };
}

function sorted(changes: readonly EntryChange[]): EntryChange[] {
  return [...changes].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function changeOf({ change, path, from, before, after }: EntryChange): JournalChange {
  const versions = { before: versionIn(before), after: versionIn(after) };
  return { change, path, ...(from !== undefined && { from }), ...versions };
}

function versionIn(node: KeptNode | null): string | null {
  return node?.kind === 'file' ? node.version : null;
}
