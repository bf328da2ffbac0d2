import { type OpenDirectory, ToolError, type Volume } from '@dragoman/fs-core';
import { createIgnoreReader, type IgnoreFiles } from './ignore-files.ts';
import type { IgnoreScope } from './ignore-scope.ts';
import { lookInto } from './look-into.ts';
import type { SearchNotes } from './search-notes.ts';
import { compileWanted } from './wanted-files.ts';

/** Which of the files that ripgrep proposes may be reported, by the same ignore rules that a walk follows. */
export interface ResultFilter {
  /** Directories near the top that are excluded, so that ripgrep need not look at them. */
  readonly prunes: readonly string[];
  allows(path: string): boolean;
}

export interface ResultFilterOptions {
  readonly volume: Volume;
  readonly directory: OpenDirectory;
  readonly ignoreFiles: IgnoreFiles;
  readonly skip: ReadonlySet<string>;
  /** A file that fits one of these is searched although it is ignored, as ripgrep's `--glob` does. */
  readonly globs: readonly string[];
  readonly notes: SearchNotes;
}

// What these cost is a few milliseconds at most, and almost all that is ignored lies there.
const MAX_LOOKED_AT = 64;

export async function createResultFilter(options: ResultFilterOptions): Promise<ResultFilter> {
  const { volume, directory, ignoreFiles, skip, globs, notes } = options;
  const reader = createIgnoreReader(volume, ignoreFiles, notes);
  const wanted = compileWanted(globs.filter((glob) => !glob.startsWith('!')));
  const scopes = new Map<string, IgnoreScope | null>();
  scopes.set('', withOwnRules(await reader.above(directory), ''));
  const prunes = lookAround();

  return { prunes, allows: (path) => directory.permits(path) && !isIgnored(path) };

  function isIgnored(path: string): boolean {
    if (ignoreFiles === 'none') return false;
    const cut = path.lastIndexOf('/');
    const scope = scopeOf(cut < 0 ? '' : path.slice(0, cut));
    if (scope === null) return true;
    return scope.excludes(path.slice(cut + 1), false) && wanted(path) !== true;
  }

  /** The scope of a directory; null where it, or one above it, is excluded. */
  function scopeOf(path: string): IgnoreScope | null {
    const known = scopes.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf('/');
    const name = path.slice(cut + 1);
    const outer = scopeOf(cut < 0 ? '' : path.slice(0, cut));
    const scope = outer === null || outer.excludes(name, true) ? null : withOwnRules(outer.enter(name), path);
    scopes.set(path, scope);
    return scope;
  }

  function withOwnRules(scope: IgnoreScope, path: string): IgnoreScope {
    try {
      return lookInto(directory, path, (inner) => reader.within(scope, inner, (name) => inner.kindOf(name)));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return scope;
    }
  }

  /** Breadth first over the directories that come first, until enough were looked at. */
  function lookAround(): string[] {
    const found: string[] = [];
    const queue = ignoreFiles === 'none' ? [] : [''];
    for (let looked = 0; looked < MAX_LOOKED_AT && queue.length > 0; looked += 1) {
      const path = queue.shift() ?? '';
      const prefix = path === '' ? '' : `${path}/`;
      for (const name of directoriesIn(directory, path)) {
        if (skip.has(name)) continue;
        if (scopeOf(path)?.excludes(name, true)) found.push(`/${prefix}${name}/`);
        else queue.push(prefix + name);
      }
    }
    return found.slice(0, MAX_PRUNES);
  }
}

// Each becomes an argument of ripgrep.
const MAX_PRUNES = 1_000;

function directoriesIn(root: OpenDirectory, path: string): string[] {
  try {
    const entries = lookInto(root, path, (directory) => directory.entries());
    return entries.filter(({ kind }) => kind === 'directory').map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [];
  }
}
