import {
  createPace,
  type DirectoryEntry,
  isPathError,
  type OpenDirectory,
  type Pace,
  type Visit,
  visitRoot,
} from '@dragoman/fs-core/internal/kernel';
import type { IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';

export interface TopDirectories {
  /** The scopes of the directories that were read, by relative path; null for an excluded one. */
  readonly scopes: Map<string, IgnoreScope | null>;
  /** Excluded directories, as ripgrep's `--glob` names them: relative paths between slashes. */
  readonly prunes: readonly string[];
  /** Null if not all of the tree was read. */
  readonly extent: Extent | null;
}

/** Size of a tree. */
export interface Extent {
  readonly files: number;
  /** Estimated from the sizes of some of the files. */
  readonly bytes: number;
}

export interface ScanOptions {
  readonly directory: OpenDirectory;
  readonly reader: IgnoreReader;
  /** The scope of the directory, before its own rules. */
  readonly top: IgnoreScope;
  /** Names that are not entered. */
  readonly skip: ReadonlySet<string>;
  /** True if the entry at a path is left out; `scope` is that of the directory around it. */
  readonly excludes: (scope: IgnoreScope, path: string, isDirectory: boolean) => boolean;
  readonly signal: AbortSignal | undefined;
}

interface QueuedDirectory {
  readonly visit: Visit;
  readonly scope: IgnoreScope;
}

// Enough to find nearly all that is ignored, in a millisecond or two. Each opened directory holds a descriptor.
const MAX_DIRECTORIES = 128;
const MAX_ENTRIES = 1_000;
// Of so many files one is looked at for its size.
const SAMPLED = 32;
// Each becomes an argument of ripgrep.
const MAX_PRUNES = 1_000;

/** Reads the directories near the top of a tree, breadth first, up to a limit of directories and entries. */
export async function scanTopDirectories(options: ScanOptions): Promise<TopDirectories> {
  const { directory, reader, top, skip, excludes, signal } = options;
  const pace = createPace(signal);
  // If the directory itself cannot be read, no other rules are known than those from above it.
  const scopes = new Map<string, IgnoreScope | null>([['', top]]);
  const prunes: string[] = [];
  const queue: QueuedDirectory[] = [{ visit: visitRoot(directory), scope: top }];
  let entryCount = 0;
  let files = 0;
  const sample: string[] = [];
  let isComplete = true;

  const look = async ({ visit, scope: outer }: QueuedDirectory): Promise<void> => {
    const entries = await entriesOf(visit, pace);
    const scope = reader.withinEntries(outer, entries, visit);
    scopes.set(visit.path, scope);
    entryCount += entries.length;
    for (const { name, kind } of entries) {
      if (kind === 'file') {
        if (files % SAMPLED === 0) sample.push(pathIn(visit, name));
        files += 1;
      } else if (kind === 'directory' && !skip.has(name)) meet({ visit, scope }, name);
      const turn = pace();
      if (turn !== null) await turn;
    }
  };

  const meet = ({ visit, scope }: QueuedDirectory, name: string): void => {
    const path = pathIn(visit, name);
    if (excludes(scope, path, true)) {
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
      if (entryCount < MAX_ENTRIES) await look(waiting).catch(assertPathError);
      else isComplete = false;
    }
  } finally {
    for (const { visit } of queue.reverse()) visit[Symbol.dispose]();
  }
  return { scopes, prunes, extent: isComplete ? { files, bytes: files * averageSize(directory, sample) } : null };
}

async function entriesOf(visit: Visit, pace: Pace): Promise<readonly DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  for (const entry of visit.eachEntry()) {
    if (entry !== null) entries.push(entry);
    const turn = pace();
    if (turn !== null) await turn;
  }
  return entries;
}

function pathIn({ path }: Visit, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

function averageSize(directory: OpenDirectory, sample: readonly string[]): number {
  const bytes = sample.reduce((sum, path) => sum + (directory.hintOf(path)?.size ?? 0), 0);
  return bytes / Math.max(1, sample.length);
}

function assertPathError(error: unknown): void {
  if (!isPathError(error)) throw error;
}
