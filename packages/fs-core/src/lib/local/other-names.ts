import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { identityAt } from '../descriptors/file-identity.ts';
import { createListings } from '../descriptors/listings.ts';
import { orNull } from '../errors/best-effort.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';

/** Finds all names that files have in trees: their hard links. */
export interface OtherNames {
  /** Has the file at a path looked for, from now on. */
  add(path: string): void;
  /** Paths of all files that were added, but for those in directories that are left out. */
  find(except: ReadonlySet<string>): string[];
}

interface NamedFile {
  readonly name: string;
  /** Null for a directory. */
  readonly key: string | null;
}

export function createOtherNames(roots: readonly string[]): OtherNames {
  const keys = new Set<string>();
  // A directory that has not changed names the same files; only a first look asks for each of them.
  const listings = createListings<NamedFile>();
  const look = (directory: string): readonly NamedFile[] => {
    const known = listings.recall(directory, () => identityAt(directory));
    const state = known === null ? identityAt(directory) : null;
    return state === null ? (known ?? []) : listings.read(directory, state, () => filesIn(directory));
  };
  return {
    add(path) {
      const identity = identityAt(path);
      if (identity !== null) keys.add(identity.fileKey);
    },
    find(except) {
      const paths: string[] = [];
      const pending = keys.size === 0 ? [] : [...roots];
      for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
        if (except.has(directory)) continue;
        for (const { name, key } of look(directory)) {
          if (key === null) pending.push(join(directory, name));
          else if (keys.has(key)) paths.push(join(directory, name));
        }
      }
      return paths;
    },
  };
}

function filesIn(directory: string): NamedFile[] {
  const entries = orNull(() => readdirSync(systemPath(directory), { withFileTypes: true, encoding: 'buffer' })) ?? [];
  return entries.flatMap((entry) => {
    const name = decodeName(entry.name);
    if (entry.isDirectory()) return { name, key: null };
    const key = entry.isFile() ? identityAt(join(directory, name))?.fileKey : undefined;
    return key === undefined ? [] : { name, key };
  });
}
