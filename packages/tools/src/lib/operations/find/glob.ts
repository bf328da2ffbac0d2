import { type OpenDirectory, ToolError } from '@dragoman/fs-core';
import type { GlobOutcome } from '@dragoman/outcomes';
import type { FoundPath, IgnoreFiles, PathPattern, PathSearch } from '@dragoman/search/internal/search';
import { nativePath, slashPath } from '../../native-path.ts';
import type { CallOptions, Session } from '../../session.ts';
import { DEFAULT_EXCLUDES, defaultExcludes } from '../list/default-excludes.ts';
import { openSearchRoot, type PlacedPattern, placePattern, prefixOf } from './search-root.ts';

/** A glob, and which of the paths that match it to return. */
export interface GlobRequest {
  /** Relative to `path`, or absolute; on Windows backslashes separate names too. One without a slash matches at any depth, unless `anchored`. */
  readonly pattern: string;
  /** The pattern is matched against whole paths, even without a slash. */
  readonly anchored?: boolean;
  /** Default, also for an empty path: the working directory. */
  readonly path?: string;
  readonly kinds: 'files' | 'directories' | 'both';
  /** True if wildcards match names that begin with a dot; `named`: only if the pattern itself has such a name. */
  readonly hidden: boolean | 'named';
  /** Names that are left out unless the pattern or the path contains them. Default: `.git` and `node_modules`. */
  readonly leaveOut?: readonly string[];
  readonly ignoreCase?: boolean;
  /** Leaves those names out even if the pattern contains them; if `path` does, they are not left out. */
  readonly leavesOutNamed?: boolean;
  readonly ignoreFiles: IgnoreFiles;
  /** Default `newest`; ties by path. */
  readonly order?: 'newest' | 'path';
  /** Only paths that sort after this one, relative to the searched directory. */
  readonly after?: string;
  /** True if links are found as the files that they lead to. Default true. */
  readonly findsLinks?: boolean;
  /** Searches a directory that is named even if it is ignored. Default false. */
  readonly entersIgnored?: boolean;
  /** Counts matches that ignore files exclude, for which ignored directories are searched, too. */
  readonly countIgnored?: boolean;
  /** Counts also what a guard hides. Default false. */
  readonly countHidden?: boolean;
}

/**
 * Finds files and directories by a glob, newest first.
 * @example await glob(session, { pattern: '*.ts', kinds: 'files', hidden: false, ignoreFiles: 'all' }, call)
 */
export async function glob(session: Session, asked: GlobRequest, call: CallOptions): Promise<GlobOutcome> {
  const { compilePathPattern } = await import('@dragoman/search/internal/search');
  const request = asked.path === '' ? { ...asked, path: session.cwd } : asked;
  const { hidden, ignoreCase = false } = request;
  const placed = placePattern(request.pattern, request.path, session.resolve(request.path ?? '.'));
  const pattern = compilePathPattern(placed.pattern, {
    dot: hidden === 'named' ? namesHidden(session, request) : hidden,
    ignoreCase,
    anchored: placed.isMoved || request.anchored === true,
  });
  const searched = await openDirectory(session, placed, call);
  const root = searched?.path ?? session.resolve(placed.path ?? '.');
  using directory = searched?.opened ?? null;
  const found = directory === null ? NOTHING : await search(session, { request, pattern, directory, root }, call);
  const prefix = placed.isMoved ? prefixOf(session.resolve(request.path ?? '.'), root) : '';
  const folder = searched?.folder ?? root;
  const cwdPrefix = prefixOf(session.cwd, root);
  return { kind: 'glob', pattern: request.pattern, path: request.path, root, folder, prefix, cwdPrefix, ...found };
}

type GlobFindings = Omit<GlobOutcome, 'kind' | 'pattern' | 'path' | 'root' | 'folder' | 'prefix' | 'cwdPrefix'>;

const NOTHING: GlobFindings = {
  entries: [],
  total: 0,
  ignored: 0,
  unreadable: 0,
  ignoreFilesSkipped: 0,
  incomplete: false,
};

interface SearchedTree {
  readonly request: GlobRequest;
  readonly pattern: PathPattern;
  readonly directory: OpenDirectory;
  readonly root: string;
}

async function search(session: Session, tree: SearchedTree, call: CallOptions): Promise<GlobFindings> {
  const { findPaths, readUserExcludes } = await import('@dragoman/search/internal/search');
  const { request, pattern, directory, root } = tree;
  const { kinds, ignoreFiles, entersIgnored = false, order = 'newest', countIgnored = false } = request;
  const { leaveOut = DEFAULT_EXCLUDES, leavesOutNamed = false } = request;
  const naming = leavesOutNamed ? session.resolve(request.path ?? '.') : `${request.pattern}/${root}`;
  const skip = defaultExcludes(leaveOut, naming);
  const userExcludes = readUserExcludes(session.environment);
  const { maxResults } = session.limits;
  const query = {
    ...{
      pattern,
      kinds,
      ignoreFiles,
      entersIgnored,
      userExcludes,
      markIgnored: countIgnored,
      skip,
      followsNamedLinks: true,
    },
    ...(request.findsLinks === false && { findsLinks: false }),
    ...(order === 'newest' && { newest: maxResults }),
    signal: call.signal,
  };
  const paths = findPaths(session.volume, directory, query);
  const { kept, ignored } = await collect(paths, request.after ?? null, call);
  const sorted = kept.sort(order === 'newest' ? byTime : byPath);
  const total = kept.length + paths.notes.older;
  const hidden = request.countHidden ? await countHidden(session, { ...tree, skip, shown: total + ignored }, call) : 0;
  return {
    entries: sorted.slice(0, maxResults).map(({ path, kind }) => ({ path: nativePath(path), kind })),
    total,
    ignored: ignored + hidden,
    unreadable: paths.notes.unreadable,
    ignoreFilesSkipped: paths.notes.ignoreFilesSkipped,
    incomplete: paths.notes.timedOut,
  };
}

interface ShownTree extends SearchedTree {
  readonly skip: ReadonlySet<string>;
  /** Number of matches that no guard hides. */
  readonly shown: number;
}

/** Number of matches that a guard hides. */
async function countHidden(
  session: Session,
  { request: { kinds }, pattern, directory, skip, shown }: ShownTree,
  { signal }: CallOptions,
): Promise<number> {
  const unguarded = session.volume.guard?.unguarded ?? null;
  if (unguarded === null) return 0;
  const { findPaths } = await import('@dragoman/search/internal/search');
  using opened = await unguarded.open(directory.realPath, { for: 'names', signal });
  if (opened.kind === 'file') return 0;
  let count = 0;
  const query = { pattern, kinds, ignoreFiles: 'none', skip, followsNamedLinks: true, signal } as const;
  for await (const batch of findPaths(unguarded, opened, query)) count += batch.length;
  return Math.max(0, count - shown);
}

/** Null if the fixed beginning of the pattern leads to no directory: then nothing matches. */
async function openDirectory(session: Session, { path, isMoved }: PlacedPattern, { signal }: CallOptions) {
  try {
    const { opened, path: root, folder } = await openSearchRoot(session, path, { for: 'names', signal });
    if (opened.kind === 'directory') return { opened, path: root, folder };
    opened.close();
    throw new ToolError(
      { code: 'NOT_DIRECTORY', path: root, kind: 'file' },
      `Cannot search "${root}": not a directory`,
    );
  } catch (error) {
    const isMissing = error instanceof ToolError && (error.code === 'NOT_FOUND' || error.code === 'NOT_DIRECTORY');
    if (isMoved && isMissing) return null;
    throw error;
  }
}

/**
 * True if the pattern itself names something hidden. Hidden names in the path to the searched directory do not count.
 */
function namesHidden(session: Session, { pattern, path = '.' }: GlobRequest): boolean {
  const [base, whole] = [slashPath(session.resolve(path)), slashPath(pattern)];
  const below = whole.startsWith(base) ? whole.slice(base.length) : whole;
  return /(?:^|[/{,(|])\.(?!\.?(?:[/},)|]|$))/.test(below);
}

async function collect(
  search: PathSearch,
  after: string | null,
  call: CallOptions,
): Promise<{ kept: FoundPath[]; ignored: number }> {
  const kept: FoundPath[] = [];
  let ignored = 0;
  for await (const batch of search) {
    for (const found of batch) {
      if (after !== null && found.path <= after) continue;
      if (found.ignored) ignored += 1;
      else kept.push(found);
    }
    const done = kept.length + search.notes.older;
    call.onProgress?.({ done, message: `${done} found` });
  }
  return { kept, ignored };
}

function byTime(one: FoundPath, other: FoundPath): number {
  return other.modifiedHint - one.modifiedHint || byPath(one, other);
}

function byPath(one: FoundPath, other: FoundPath): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
