import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { identityAt, identityOf } from '../descriptors/file-identity.ts';
import { createListings } from '../descriptors/listings.ts';
import { orNull } from '../errors/best-effort.ts';
import { decodeName, systemPath } from '../paths/byte-path.ts';

/** Finds all names that files have in trees: their hard links. */
export interface OtherNames {
  /** Has the file at a path looked for, from now on, or all files below it, if they have other names. */
  add(path: string): void;
  /** Adds those of some directories that were not among them the last time. No command reached those that were there at first. */
  addNew(directories: readonly string[]): void;
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
  let known: ReadonlySet<string> | undefined;
  // A directory that has not changed names the same files; only a first look asks for each of them.
  const listings = createListings<NamedFile>();
  const look = (directory: string): readonly NamedFile[] => {
    const listed = listings.recall(directory, () => identityAt(directory));
    const state = listed === null ? identityAt(directory) : null;
    return state === null ? (listed ?? []) : listings.read(directory, state, () => filesIn(directory));
  };
  const add = (path: string): void => {
    const stat = orNull(() => lstatSync(systemPath(path), { bigint: true }));
    if (stat?.isDirectory()) for (const { name } of filesIn(path)) add(join(path, name));
    else if (stat?.isFile() && stat.nlink > 1n) keys.add(identityOf(stat).fileKey);
  };
  return {
    add,
    addNew(directories) {
      for (const directory of directories) if (known !== undefined && !known.has(directory)) add(directory);
      known = new Set(directories);
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
