import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';
import type { ListedOperation, OperationEntry } from '@dragoman/history/internal/history';
import type { JournalChange, KnownOperation } from '@dragoman/outcomes/internal/parts';

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
