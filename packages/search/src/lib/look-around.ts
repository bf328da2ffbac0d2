import { isPathError, type OpenDirectory, type Visit, visitRoot } from '@dragoman/fs-core';
import type { IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';

export interface Surroundings {
  /** The scopes of the directories that were read, by relative path; null for an excluded one. */
  readonly scopes: Map<string, IgnoreScope | null>;
  /** Excluded directories, as ripgrep's `--glob` names them: relative paths between slashes. */
  readonly prunes: readonly string[];
  /** Files in the whole tree; null where not all of it was read. */
  readonly fileCount: number | null;
}

export interface LookAroundOptions {
  readonly directory: OpenDirectory;
  readonly reader: IgnoreReader;
  /** The scope of the directory, before its own rules. */
  readonly top: IgnoreScope;
  /** Names that are not entered. */
  readonly skip: ReadonlySet<string>;
  /** Whether the directory at a path is left out; `scope` is that of the directory around it. */
  readonly excludes: (scope: IgnoreScope, path: string) => boolean;
}

interface Waiting {
  readonly visit: Visit;
  readonly scope: IgnoreScope;
}

// Enough to find nearly all that is ignored, in a millisecond or two. Each opened directory holds a descriptor.
const MAX_DIRECTORIES = 64;
const MAX_ENTRIES = 500;
// Each becomes an argument of ripgrep.
const MAX_PRUNES = 1_000;

/** Reads the directories near the top of a tree, breadth first, up to a limit of directories and entries. */
export function lookAround({ directory, reader, top, skip, excludes }: LookAroundOptions): Surroundings {
  // Where the directory itself cannot be read, no other rules are known than those from above it.
  const scopes = new Map<string, IgnoreScope | null>([['', top]]);
  const prunes: string[] = [];
  const queue: Waiting[] = [{ visit: visitRoot(directory), scope: top }];
  let entryCount = 0;
  let fileCount = 0;
  let isComplete = true;

  const look = ({ visit, scope: outer }: Waiting): void => {
    const entries = visit.entries();
    const scope = reader.withinEntries(outer, entries, visit);
    scopes.set(visit.path, scope);
    entryCount += entries.length;
    for (const { name, kind } of entries) {
      if (kind === 'file') fileCount += 1;
      else if (kind === 'directory' && !skip.has(name)) meet({ visit, scope }, name);
    }
  };

  const meet = ({ visit, scope }: Waiting, name: string): void => {
    const path = visit.path === '' ? name : `${visit.path}/${name}`;
    if (excludes(scope, path)) {
      scopes.set(path, null);
      if (prunes.length < MAX_PRUNES) prunes.push(`/${path}/`);
    } else if (queue.length < MAX_DIRECTORIES && entryCount < MAX_ENTRIES) {
      queue.push({ visit: visit.enter(name), scope: scope.enter(name) });
    } else {
      isComplete = false;
    }
  };

  try {
    // `look` adds to the queue.
    for (const waiting of queue) {
      if (entryCount < MAX_ENTRIES) quietly(() => look(waiting));
      else isComplete = false;
    }
  } finally {
    for (const { visit } of queue.reverse()) visit[Symbol.dispose]();
  }
  return { scopes, prunes, fileCount: isComplete ? fileCount : null };
}

/** Skips a directory that cannot be read. */
function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!isPathError(error)) throw error;
  }
}
