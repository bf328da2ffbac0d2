import { createPace, type OpenDirectory, orPassOver, type Volume } from '@dragoman/fs-core/internal/kernel';
import { compileGlobFilter } from './glob-filter.ts';
import { createIgnoreReader, type IgnoreFiles, type IgnoreReader } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import { type Extent, scanTopDirectories } from './scan-top-directories.ts';
import type { SearchNotes } from './search-notes.ts';

/** Filter for the files that ripgrep finds, by the same ignore rules that `findPaths` follows. */
export interface ResultFilter {
  /** Excluded directories near the top, which ripgrep need not enter. */
  readonly prunes: readonly string[];
  /** Size of the tree, if it is so small that `scanTopDirectories` saw all of it; else null. */
  readonly extent: Extent | null;
  /** True if the file at a relative path is neither denied nor ignored. */
  allows(path: string): Promise<boolean>;
  /** True if the directory at a relative path may be searched: no ignore file excludes it. */
  enters(path: string): Promise<boolean>;
}

export interface ResultFilterOptions {
  readonly volume: Volume;
  readonly directory: OpenDirectory;
  readonly ignoreFiles: IgnoreFiles;
  readonly entersIgnored?: boolean | undefined;
  readonly userExcludes: Uint8Array | null | undefined;
  readonly skip: ReadonlySet<string>;
  /** Files and directories that match one of these are searched even if ignored, as with ripgrep's `--glob`. */
  readonly globs: readonly string[];
  readonly notes: SearchNotes;
  readonly signal: AbortSignal | undefined;
}

export async function createResultFilter(options: ResultFilterOptions): Promise<ResultFilter> {
  const { volume, directory, ignoreFiles, entersIgnored, userExcludes, skip, globs, notes, signal } = options;
  const reader = createIgnoreReader({ volume, mode: ignoreFiles, entersIgnored, userExcludes, notes, signal });
  const isSelected = compileGlobFilter(globs.filter((glob) => !glob.startsWith('!')));
  const excludes: Excludes = (scope, path, isDirectory) =>
    scope.excludes(nameOf(path), isDirectory) && isSelected(path, isDirectory) !== true;
  const top = await reader.above(directory);
  const { scopes, ...found } = await scanTopDirectories({ directory, reader, top, skip, excludes, signal });
  const scopeOf = scopesIn({ directory, reader, scopes, excludes });
  const pace = createPace(signal);

  /** Reads the ignore files above a path one by one, between which others have their turn. */
  async function learn(path: string): Promise<void> {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const outer = path.slice(0, end);
      if (scopes.has(outer)) continue;
      // A guard reads its ignore files when it is asked.
      directory.permits(outer);
      scopeOf(outer);
      await pace();
    }
    const turn = pace();
    if (turn !== null) await turn;
  }

  function isIgnored(path: string): boolean {
    if (ignoreFiles === 'none') return false;
    const scope = scopeOf(parentOf(path));
    return scope === null || excludes(scope, path, false);
  }

  return {
    ...found,
    async enters(path) {
      await learn(path);
      return ignoreFiles === 'none' || scopeOf(path) !== null;
    },
    async allows(path) {
      await learn(path);
      return directory.permits(path) && !isIgnored(path);
    },
  };
}

type Excludes = (scope: IgnoreScope, path: string, isDirectory: boolean) => boolean;

interface ScopedTree {
  readonly directory: OpenDirectory;
  readonly reader: IgnoreReader;
  /** The scopes that are known. */
  readonly scopes: Map<string, IgnoreScope | null>;
  readonly excludes: Excludes;
}

/** Returns the scope of a directory by its path; null if it, or one above it, is excluded. */
function scopesIn({ directory, reader, scopes, excludes }: ScopedTree): (path: string) => IgnoreScope | null {
  function withOwnRules(scope: IgnoreScope, path: string): IgnoreScope {
    // Looking these names up by path costs a tenth of opening the directory.
    const mayHaveRules = reader.names.some((name) => directory.hintOf(`${path}/${name}`) !== null);
    if (!mayHaveRules) return scope;
    const within = orPassOver(() => {
      using inner = directory.openDirectory(path);
      return reader.within(scope, inner, (name) => inner.stat(name)?.kind);
    });
    return within ?? scope;
  }

  return function scopeOf(path): IgnoreScope | null {
    const known = scopes.get(path);
    if (known !== undefined) return known;
    const outer = scopeOf(parentOf(path));
    const scope = outer === null || excludes(outer, path, true) ? null : withOwnRules(outer.enter(nameOf(path)), path);
    scopes.set(path, scope);
    return scope;
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Empty for an entry at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
