import { type DirectoryEntry, type OpenDirectory, ToolError, type Volume } from '@dragoman/fs-core';
import { IGNORE_NAMES, type IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import { createKnownEntries } from './known-entries.ts';

export interface Surroundings {
  /** The scopes of the directories that were looked at, by relative path; null for an excluded one. */
  readonly scopes: Map<string, IgnoreScope | null>;
  /** Excluded directories, as globs of ripgrep are to name them. */
  readonly prunes: readonly string[];
  /** How many files were seen; null where there was more to see. */
  readonly fileCount: number | null;
}

export interface LookAroundOptions {
  readonly volume: Volume;
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
  readonly open: () => OpenDirectory;
  readonly path: string;
  readonly scope: IgnoreScope;
}

// What these cost is a millisecond or two the first time, and almost all that is ignored lies there. Each that is opened
// holds a descriptor.
const MAX_DIRECTORIES = 64;
const MAX_ENTRIES = 500;
// Each becomes an argument of ripgrep.
const MAX_PRUNES = 1_000;

/** Looks at the directories near the top of a tree, breadth first, until enough were looked at. */
export function lookAround({ volume, directory, reader, top, skip, excludes }: LookAroundOptions): Surroundings {
  const scopes = new Map<string, IgnoreScope | null>();
  const prunes: string[] = [];
  const queue: Waiting[] = [{ open: () => directory, path: '', scope: top }];
  const opened: OpenDirectory[] = [];
  const entriesOf = createKnownEntries(volume, directory);
  let entryCount = 0;
  let fileCount = 0;
  let isComplete = true;

  const look = ({ open, path, scope: outer }: Waiting): void => {
    const entries = entriesOf(path, open);
    const hasRules = entries.some(({ name }) => IGNORE_NAMES.has(name));
    const scope = hasRules ? reader.within(outer, open(), kindsAmong(entries)) : outer;
    scopes.set(path, scope);
    entryCount += entries.length;
    for (const { name, kind } of entries) {
      if (kind === 'file') fileCount += 1;
      else if (kind === 'directory' && !skip.has(name)) meet({ open, path, scope }, name);
    }
  };

  const meet = ({ open, path: above, scope }: Waiting, name: string): void => {
    const path = above === '' ? name : `${above}/${name}`;
    if (excludes(scope, path)) {
      scopes.set(path, null);
      if (prunes.length < MAX_PRUNES) prunes.push(`/${path}/`);
    } else if (queue.length < MAX_DIRECTORIES && entryCount < MAX_ENTRIES) {
      queue.push({ open: once(() => keep(open().openDirectory(name))), path, scope: scope.enter(name) });
    } else {
      isComplete = false;
    }
  };

  const keep = (inner: OpenDirectory): OpenDirectory => {
    opened.push(inner);
    return inner;
  };

  try {
    // The queue grows meanwhile.
    for (const waiting of queue) {
      if (entryCount < MAX_ENTRIES) quietly(() => look(waiting));
      else isComplete = false;
    }
  } finally {
    for (const inner of opened) inner.close();
  }
  return { scopes, prunes, fileCount: isComplete ? fileCount : null };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function kindsAmong(entries: readonly DirectoryEntry[]): (name: string) => DirectoryEntry['kind'] | undefined {
  return (name) => entries.find((entry) => entry.name === name)?.kind;
}

/** What cannot be read is not looked at. */
function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
  }
}
