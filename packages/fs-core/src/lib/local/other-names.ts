import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { entriesAt } from '../descriptors/directory-entries.ts';
import { identityAt, identityOf } from '../descriptors/file-identity.ts';
import { createListings } from '../descriptors/listings.ts';
import { ownMounts } from '../descriptors/mounts.ts';
import { orNull } from '../errors/best-effort.ts';
import { systemPath } from '../paths/byte-path.ts';
import { outermost } from '../paths/outermost.ts';
import { contains } from '../paths/scope.ts';
import type { Steps } from '../volume/pace.ts';

/** Finds all names that denied files have in trees: their hard links. */
export interface OtherNames {
  /** Has a file looked for from now on, if it has other names. */
  add(stat: BigIntStats): void;
  /** Adds the files below directories, of 200,000 entries at most; outside of the trees, where those can have names of them. */
  addBelow(directories: readonly string[]): Steps<void>;
  /** Lists the names in the trees of all files that were added, but for those in directories that are left out. */
  find(trees: Iterable<string>, except: ReadonlySet<string>): Steps<string[]>;
}

interface NamedFile {
  readonly name: string;
  /** Null for a directory. */
  readonly key: string | null;
}

const MAX_ENTRIES = 200_000;
// A sandbox has its own, or the system makes them up.
const WITHOUT_LINKS = ['/proc', '/sys', '/dev'];

/** @param keys what tells the files that were added from others */
export function createOtherNames(roots: readonly string[], keys: Set<string>): OtherNames {
  const look = createFileListings();
  const add = (stat: BigIntStats): void => {
    if (stat.isFile() && stat.nlink > 1n) keys.add(identityOf(stat).fileKey);
  };
  return {
    add,
    *addBelow(directories) {
      const devices = devicesOf(roots);
      const mayHaveLinks = (path: string): boolean =>
        !WITHOUT_LINKS.some((directory) => contains(directory, path)) &&
        (roots.some((root) => contains(root, path)) || devices.has(identityAt(path)?.device));
      // Nearest first: one large directory must not keep others from being looked at.
      const queue = [...directories];
      let entriesLeft = MAX_ENTRIES;
      for (const directory of queue) {
        for (const { name, kind } of mayHaveLinks(directory) ? entriesOf(directory) : []) {
          if (entriesLeft === 0) return;
          entriesLeft -= 1;
          yield;
          const path = join(directory, name);
          if (kind === 'directory') queue.push(path);
          const stat = kind === 'file' ? orNull(() => lstatSync(systemPath(path), { bigint: true })) : null;
          if (stat !== null) add(stat);
        }
      }
    },
    *find(trees, except) {
      const paths: string[] = [];
      const pending = keys.size === 0 ? [] : outermost(trees);
      for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
        if (except.has(directory)) continue;
        for (const { name, key } of yield* look(directory)) {
          if (key === null) pending.push(join(directory, name));
          else if (keys.has(key)) paths.push(join(directory, name));
        }
      }
      return paths;
    },
  };
}

/** Remembers listings: a directory that has not changed names the same files, and only a first look asks for each of them. */
function createFileListings(): (directory: string) => Steps<readonly NamedFile[]> {
  const listings = createListings<NamedFile>();
  return function* (directory) {
    yield;
    const listed = listings.recall(directory, () => identityAt(directory));
    const state = listed === null ? identityAt(directory) : null;
    if (state === null) return listed ?? [];
    const remember = listings.startReading(directory, state);
    const files: NamedFile[] = [];
    for (const { name, kind } of entriesOf(directory)) {
      yield;
      if (kind === 'directory') files.push({ name, key: null });
      const key = kind === 'file' ? identityAt(join(directory, name))?.fileKey : undefined;
      if (key !== undefined) files.push({ name, key });
    }
    return remember(files);
  };
}

function entriesOf(directory: string) {
  return orNull(() => entriesAt(directory, () => true)) ?? [];
}

/** The devices of the roots and of what is mounted in them: only files of these can have a name there. */
function devicesOf(roots: readonly string[]): ReadonlySet<bigint | undefined> {
  const mounted = ownMounts().flatMap(({ point }) => (roots.some((root) => contains(root, point)) ? [point] : []));
  return new Set([...roots, ...mounted].flatMap((path) => identityAt(path)?.device ?? []));
}
