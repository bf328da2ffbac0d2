import { basename, dirname, join, sep } from 'node:path';
import { type GitPlace, gitPlaceIn, ownerOf, readUserFile } from '@dragoman/fs-core/internal/host';
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
import type { UserExcludes } from './git-place.ts';
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
  /** The user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: UserExcludes | null | undefined;
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
  const onHost = !OFF_HOST.has(volume.traits.kind);
  const first = mode === 'all' ? '.ignore' : (volume.guard?.outranksGit ?? null);
  const userOf = userRules(userExcludes ?? null);
  const source: Source = { mode, first, userOf, notes, room: MAX_BYTES_IN_ALL, onHost };
  const names = first === null ? IGNORE_NAMES : [...IGNORE_NAMES, first];
  return {
    names,
    async above(directory) {
      if (mode === 'none') return outermostScope(null);
      const pace = createPace(signal);
      const [outermost] = pathDown(volume.roots, directory.realPath);
      const begin = outermostScope(mode === 'all' ? source.userOf(null) : null);
      let scope = outermost === undefined || !onHost ? begin : scopeAbove(source, begin, outermost.path);
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
  /** The rules of the user's own ignore file in a repository, or outside of one. */
  readonly userOf: (repository: GitPlace | null) => IgnoreRules | null;
  /** True if git's files beside and above the volume's roots are on this machine. */
  readonly onHost: boolean;
}

/** Kinds of volumes whose paths mean nothing on this machine. */
const OFF_HOST: ReadonlySet<string> = new Set(['object', 'memory']);

function userRules(userExcludes: UserExcludes | null): Source['userOf'] {
  const known = new Map<string | null, IgnoreRules | null>();
  return (repository) => {
    const key = repository?.directory ?? null;
    const content = known.has(key) ? null : (userExcludes?.(repository) ?? null);
    if (!known.has(key)) known.set(key, content === null ? null : ignoreRulesFrom(Buffer.from(content)));
    return known.get(key) ?? null;
  };
}

/** Adds git's rules of the directories above a root, which lie outside of the volume, from the top of its repository on. */
function scopeAbove(source: Source, scope: IgnoreScope, root: string): IgnoreScope {
  if (isTop(root)) return scope;
  const above: string[] = [];
  let top = dirname(root);
  for (; !isTop(top); top = dirname(top)) {
    above.unshift(top);
    if (dirname(top) === top) return scope;
  }
  const place = gitPlaceIn(top);
  const [exclude, user] = [hostRules(source, join(place.common, 'info', 'exclude')), source.userOf(place)];
  let within = scope.with({
    isRepository: true,
    ignore: null,
    git: hostRules(source, join(top, '.gitignore')),
    exclude,
    user,
  });
  for (const path of above) {
    const git = hostRules(source, join(path, '.gitignore'));
    within = within.enter(basename(path)).with({ isRepository: false, ignore: null, git, exclude: null, user: null });
  }
  return within.enter(basename(root));
}

function isTop(directory: string): boolean {
  return ownerOf(join(directory, '.git')) !== null;
}

/** The rules of an ignore file outside of the volume. */
function hostRules(source: Source, path: string): IgnoreRules | null {
  if (ownerOf(path) === null) return null;
  const content = readUserFile(path, Math.min(MAX_IGNORE_FILE_BYTES, source.room));
  const rules = content === null ? null : ignoreRulesFrom(content);
  if (content === null || rules === null || rules.cost > MAX_COST) {
    source.notes.ignoreFilesSkipped += 1;
    return null;
  }
  source.room -= content.length;
  return rules;
}

interface ListedDirectory {
  readonly directory: OpenDirectory;
  readonly kindOf: KindOf;
}

function listed(directory: OpenDirectory): ListedDirectory {
  return { directory, kindOf: (name) => directory.stat(name)?.kind };
}

function within(source: Source, scope: IgnoreScope, { directory, kindOf }: ListedDirectory): IgnoreScope {
  const { mode, first, onHost } = source;
  if (mode === 'none') return scope;
  const git = kindOf('.git') ?? null;
  const place = git !== null && onHost ? gitPlaceIn(directory.realPath) : null;
  const gitHolds = mode === 'all' || git !== null || scope.inRepository;
  const budget: ReadBudget = { source, left: MAX_COST - scope.cost };
  const read = (name: string) => countedRules({ directory, kindOf }, name, budget);
  return scope.with({
    isRepository: git !== null,
    ignore: first === null ? null : read(first),
    git: gitHolds ? read('.gitignore') : null,
    exclude: git === 'directory' ? readExclude(directory, budget) : excludeOf(source, place),
    user: git !== null ? source.userOf(place) : null,
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

/** Rules of a linked worktree or a submodule, whose git directory lies elsewhere. */
function excludeOf(source: Source, place: GitPlace | null): IgnoreRules | null {
  return place === null ? null : hostRules(source, join(place.common, 'info', 'exclude'));
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
export async function gitIgnored(
  volume: Volume,
  directory: OpenDirectory,
  options: Pick<IgnoreReaderOptions, 'userExcludes' | 'signal'> = {},
): Promise<GitIgnored> {
  const reader = createIgnoreReader({ volume, mode: 'git', notes: createNotes(), ...options });
  const above = await reader.above(directory);
  const scope = reader.within(above, directory, (name) => directory.stat(name)?.kind);
  return (name, isDirectory) => scope.inRepository && (name === '.git' || scope.excludes(name, isDirectory));
}
