import { type DirectoryEntry, encodeName, type Visit } from '@dragoman/fs-core';

/** The entries of a directory in the order of their names' bytes. */
export function entriesByName(visit: Pick<Visit, 'entries'>): readonly DirectoryEntry[] {
  const entries = [...visit.entries()];
  // Below the surrogates, strings are in the order of their bytes.
  if (!entries.some(({ name }) => /[\ud800-\uffff]/.test(name)))
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return entries
    .map((entry) => ({ entry, bytes: encodeName(entry.name) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ entry }) => entry);
}
