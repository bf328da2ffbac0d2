import { type OpenDirectory, ToolError, type Visit, visitRoot } from '@dragoman/fs-core';
import type { IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';

export interface Surroundings {
  /** The scopes of the directories that were looked at, by relative path; null for an excluded one. */
  readonly scopes: Map<string, IgnoreScope | null>;
  /** Excluded directories, as globs of ripgrep are to name them. */
  readonly prunes: readonly string[];
  /** How many files were seen; null where there was more to see. */
  readonly fileCount: number | null;
}

export interface LookAroundOptions {
  readonly directory: OpenDirectory;
  readonly reader: IgnoreReader;
  /** The scope of the directory, before its own rules. */
  readonly top: IgnoreScope;
  /** Names that are not entered. */
  readonly skip: ReadonlySet<string>;
  /** Whether a directory is left out, by the scope that it lies in. */
  readonly excludes: (scope: IgnoreScope, path: string) => boolean;
}

interface Waiting {
  readonly visit: Visit;
  readonly scope: IgnoreScope;
}

// What these cost is a millisecond or two the first time, and almost all that is ignored lies there. Each that is opened
// holds a descriptor.
const MAX_DIRECTORIES = 64;
const MAX_ENTRIES = 500;
// Each becomes an argument of ripgrep.
const MAX_PRUNES = 1_000;

/** Looks at the directories near the top of a tree, breadth first, until enough were looked at. */
export function lookAround({ directory, reader, top, skip, excludes }: LookAroundOptions): Surroundings {
  const scopes = new Map<string, IgnoreScope | null>();
  const prunes: string[] = [];
  const queue: Waiting[] = [{ visit: visitRoot(directory), scope: top }];
  let entryCount = 0;
  let fileCount = 0;
  let isComplete = true;

  const look = ({ visit, scope: outer }: Waiting): void => {
    const entries = visit.entries();
    const scope = reader.amid(outer, entries, visit.open);
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
    // The queue grows meanwhile.
    for (const waiting of queue) {
      if (entryCount < MAX_ENTRIES) quietly(() => look(waiting));
      else isComplete = false;
    }
  } finally {
    for (const { visit } of queue.reverse()) visit[Symbol.dispose]();
  }
  return { scopes, prunes, fileCount: isComplete ? fileCount : null };
}

/** What cannot be read is not looked at. */
function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}
