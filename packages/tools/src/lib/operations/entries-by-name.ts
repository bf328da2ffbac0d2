import { type DirectoryEntry, encodeName, type Visit } from '@dragoman/fs-core';

/** The entries of a directory in the order of their names' bytes. */
export function entriesByName(visit: Pick<Visit, 'entries'>): readonly DirectoryEntry[] {
  return [...visit.entries()]
    .map((entry) => ({ entry, bytes: encodeName(entry.name) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ entry }) => entry);
}
