import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';
import type { ListedOperation, OperationEntry } from '@dragoman/history/internal/history';
import type { JournalChange, KnownOperation } from '@dragoman/outcomes/internal/parts';

/** Null if the journal is damaged there. */
export function knownOperation(listed: ListedOperation): KnownOperation | null {
  const entry = listed.entry();
  return entry === null ? null : { ...factsOf(entry), state: listed.state, entries: sorted(entry.changes) };
}

function factsOf({ id, time, session, dialect, tool, client, changes }: OperationEntry) {
  const madeChanges = madeOnTheWay(changes).map(
    (path) => ({ change: 'add', path, before: null, after: null }) as const,
  );
  const all = [...madeChanges, ...changes.map(changeOf)].sort(byPath);
  return { id, time, session, dialect, tool, client, changes: all };
}

/** Directories that were made for another one that was asked for: those for a file are a part of it. */
function madeOnTheWay(changes: readonly EntryChange[]): string[] {
  const asked = changes.filter(({ change, after }) => change === 'add' && after?.kind === 'directory');
  return [...new Set(asked.flatMap(({ made = [] }) => made))];
}

function sorted(changes: readonly EntryChange[]): EntryChange[] {
  return [...changes].sort(byPath);
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function changeOf({ change, path, from, before, after }: EntryChange): JournalChange {
  const versions = { before: versionIn(before), after: versionIn(after) };
  return { change, path, ...(from !== undefined && { from }), ...versions };
}

function versionIn(node: KeptNode | null): string | null {
  return node?.kind === 'file' ? node.version : null;
}
