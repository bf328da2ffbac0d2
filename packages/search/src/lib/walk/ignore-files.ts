import { sep } from 'node:path';
import {
  createPace,
  type DirectoryEntry,
  type OpenDirectory,
  openOrNull,
  orPassOver,
  type RealPath,
  type Visit,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import type { IgnoreRules } from '@dragoman/patterns';
import { ignoreRulesFrom } from './glob-filter.ts';
import { excludedScope, type IgnoreScope, outermostScope } from './ignore-scope.ts';
import { createNotes, type SearchNotes } from './search-notes.ts';

/**
 * The ignore files that apply: `.ignore` and git's, inside repositories and outside; git's inside repositories; none.
 */
export type IgnoreFiles = 'all' | 'git' | 'none';

export interface IgnoreReaderOptions {
  readonly volume: Volume;
  readonly mode: IgnoreFiles;
  /** True if a directory that is searched by its own name counts as not ignored, wherever it lies. */
  readonly entersIgnored?: boolean | undefined;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null | undefined;
  readonly notes: SearchNotes;
  readonly signal?: AbortSignal | undefined;
}

export interface IgnoreReader {
  /** Names of entries that may change what is ignored below their directory. */
  readonly names: readonly string[];
  /** The scope of a directory by the rules of those above it, up to the volume's root; its own are not yet in it. */
  above(directory: OpenDirectory): Promise<IgnoreScope>;
  /** The scope with the rules of the ignore files in `directory` itself. */
  within(scope: IgnoreScope, directory: OpenDirectory, kindOf: KindOf): IgnoreScope;
  /** Descends like `within`, for a directory whose entries are known: only one that holds ignore files is opened. */
  withinEntries(scope: IgnoreScope, entries: readonly DirectoryEntry[], visit: Pick<Visit, 'open'>): IgnoreScope;
}

const IGNORE_NAMES: readonly string[] = ['.ignore', '.gitignore', '.git'];

type KindOf = (name: string) => DirectoryEntry['kind'] | null | undefined;

/** The largest ignore file that is obeyed: parsing one takes a tenth of a second at most. */
export const MAX_IGNORE_FILE_BYTES = 512 * 1024;

/** The most that the rules which hold in one directory may cost together: a name is judged by all of them in one step. */
export const MAX_COST = 20_000_000;

// Of one search. Parsed, they take ten to thirty times as much.
const MAX_BYTES_IN_ALL = 8 * 1024 * 1024;

/** Reads ignore files through the volume: regular files of 512 KB at most, never through a link. */
export function createIgnoreReader(options: IgnoreReaderOptions): IgnoreReader {
  const { volume, mode, entersIgnored = mode === 'all', userExcludes, notes, signal } = options;
  const user = userExcludes ? ignoreRulesFrom(Buffer.from(userExcludes)) : null;
  const first = mode === 'all' ? '.ignore' : (volume.guard?.outranksGit ?? null);
  const source: Source = { mode, first, user, notes, room: MAX_BYTES_IN_ALL };
  const names = first === null ? IGNORE_NAMES : [...IGNORE_NAMES, first];
  return {
    names,
    async above(directory) {
      let scope = outermostScope(mode === 'all' ? user : null);
      if (mode === 'none') return scope;
      const pace = createPace(signal);
      for (const { path, name } of pathDown(volume.roots, directory.realPath)) {
        if (name !== null) scope = enter(scope, name, entersIgnored);
        if (path === directory.realPath) break;
        using ancestor = await openDirectory(volume, path);
        if (ancestor !== null) scope = within(source, scope, listed(ancestor));
        await pace();
      }
      return scope;
    },
    within: (scope, directory, kindOf) => within(source, scope, { directory, kindOf }),
    withinEntries(scope, entries, visit) {
      if (mode === 'none') return scope;
      const special = entries.filter(({ name }) => name.startsWith('.') && names.includes(name));
      if (special.length === 0) return scope;
      const kindOf: KindOf = (name) => special.find((entry) => entry.name === name)?.kind;
      return within(source, scope, { directory: visit.open(), kindOf });
    },
  };
}

/** Source of rules besides the directories. */
interface Source extends Pick<IgnoreReaderOptions, 'mode' | 'notes'> {
  /** Number of bytes that may still be read. */
  room: number;
  /** Name of the ignore files that count more than git's; null if none do. */
  readonly first: string | null;
  /** The rules of the user's own ignore file. */
  readonly user: IgnoreRules | null;
}

interface ListedDirectory {
  readonly directory: OpenDirectory;
  readonly kindOf: KindOf;
}

function listed(directory: OpenDirectory): ListedDirectory {
  return { directory, kindOf: (name) => directory.stat(name)?.kind };
}

function within(source: Source, scope: IgnoreScope, { directory, kindOf }: ListedDirectory): IgnoreScope {
  const { mode, first, user } = source;
  if (mode === 'none') return scope;
  const git = kindOf('.git') ?? null;
  const gitHolds = mode === 'all' || git !== null || scope.inRepository;
  const budget: ReadBudget = { source, left: MAX_COST - scope.cost };
  const read = (name: string) => countedRules({ directory, kindOf }, name, budget);
  return scope.with({
    isRepository: git !== null,
    ignore: first === null ? null : read(first),
    git: gitHolds ? read('.gitignore') : null,
    exclude: git === 'directory' ? readExclude(directory, budget) : null,
    user: git !== null ? user : null,
  });
}

interface ReadBudget {
  readonly source: Source;
  /** The most that further rules may cost. */
  left: number;
}

/** The rules of an ignore file; null if there is none, or if it is counted in `notes` as one that cannot be used. */
function countedRules({ directory, kindOf }: ListedDirectory, name: string, budget: ReadBudget): IgnoreRules | null {
  const kind = kindOf(name) ?? null;
  if (kind === null) return null;
  const rules = kind === 'file' ? readRules(directory, name, budget) : null;
  if (rules === null) budget.source.notes.ignoreFilesSkipped += 1;
  return rules;
}

function readExclude(directory: OpenDirectory, budget: ReadBudget): IgnoreRules | null {
  return orPassOver(() => {
    using info = directory.openDirectory('.git/info');
    return countedRules(listed(info), 'exclude', budget);
  });
}

/** ripgrep searches a directory that is named as its target even if it is ignored; for git all in it stays ignored. */
function enter(scope: IgnoreScope, name: string, entersIgnored: boolean): IgnoreScope {
  return !entersIgnored && scope.excludes(name, true) ? excludedScope() : scope.enter(name);
}

/** The rules of an ignore file; null if it is missing, unreadable or too large, or costs too much. */
function readRules(directory: OpenDirectory, name: string, budget: ReadBudget): IgnoreRules | null {
  const { source } = budget;
  const most = Math.min(MAX_IGNORE_FILE_BYTES, source.room);
  const content = orPassOver(() => directory.readAtOnce(name, most));
  if (content === null) return null;
  source.room -= content.length;
  const rules = ignoreRulesFrom(content);
  if (rules.cost > budget.left) return null;
  budget.left -= rules.cost;
  return rules;
}

/** The directories from the outermost root around a path down to that path, each with its name; null for the root's. */
export function* pathDown(roots: readonly RealPath[], path: string): Generator<{ path: string; name: string | null }> {
  const holding = roots.filter((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
  const top = holding.toSorted((one, other) => one.length - other.length)[0];
  if (top === undefined) return;
  yield { path: top, name: null };
  let at = top.endsWith(sep) ? top.slice(0, -1) : top;
  for (const name of path.slice(top.length).split(sep).filter(Boolean)) {
    at += sep + name;
    yield { path: at, name };
  }
}

async function openDirectory(volume: Volume, path: string): Promise<OpenDirectory | null> {
  const opened = await openOrNull(volume, path, { for: 'content' });
  if (opened?.kind === 'directory') return opened;
  opened?.close();
  return null;
}

/** Tests an entry: true if git ignores the entry `name` of a directory. */
export type GitIgnored = (name: string, isDirectory: boolean) => boolean;

/** Reads git's ignore files for one directory. Outside a repository nothing is ignored, inside one `.git` is too. */
export async function gitIgnored(volume: Volume, directory: OpenDirectory, signal?: AbortSignal): Promise<GitIgnored> {
  const reader = createIgnoreReader({ volume, mode: 'git', notes: createNotes(), signal });
  const above = await reader.above(directory);
  const scope = reader.within(above, directory, (name) => directory.stat(name)?.kind);
  return (name, isDirectory) => scope.inRepository && (name === '.git' || scope.excludes(name, isDirectory));
}
