import { type BigIntStats, type Dirent, readdirSync, type Stats } from 'node:fs';
import { decodeName, type SystemPath, systemPath } from '../paths/byte-path.ts';
import type { DirectoryEntry } from '../volume/open-entry.ts';

/** The entries of the directory at `path` whose names are shown. @throws the system's error, untranslated */
export function entriesAt(path: SystemPath, isShown: (name: string) => boolean): DirectoryEntry[] {
  const shown: DirectoryEntry[] = [];
  for (const entry of readdirSync(systemPath(path), { withFileTypes: true })) {
    const { name } = entry;
    if (name.includes('\uFFFD')) return exactEntriesAt(path, isShown);
    if (isShown(name)) shown.push({ name, kind: kindOf(entry) });
  }
  return shown;
}

/** The same if some names are not UTF-8. */
function exactEntriesAt(path: SystemPath, isShown: (name: string) => boolean): DirectoryEntry[] {
  const entries = readdirSync(systemPath(path), { withFileTypes: true, encoding: 'buffer' });
  const named = entries.map((entry) => ({ name: decodeName(entry.name), kind: kindOf(entry) }));
  return named.filter(({ name }) => isShown(name));
}

export function kindOf(entry: Dirent | Dirent<Buffer> | Stats | BigIntStats): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
