import { join } from 'node:path';
import {
  createPace,
  type DirectoryEntry,
  isPathError,
  type OpenDirectory,
  type Pace,
} from '@dragoman/fs-core/internal/kernel';
import type { ListDirectoryOutcome, ListedEntry } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../../session.ts';
import { literalNames } from './literal-names.ts';
import { openDirectory } from './open-directory.ts';

/** A directory, and which of its entries to list. */
export interface ListDirectoryRequest {
  readonly path: string;
  /** Globs on names of entries that are left out. */
  readonly ignore: readonly string[];
  /** Leaves out what git ignores, and counts it. */
  readonly respectGitIgnore: boolean;
  /** Gives sizes of files, and leaves out links that lead out of the trees. Default false. */
  readonly sizes?: boolean;
}

/**
 * Lists what lies directly in a directory.
 * @example await listDirectory(session, { path: '.', ignore: [], respectGitIgnore: true }, call)
 */
export async function listDirectory(
  session: Session,
  request: ListDirectoryRequest,
  call: CallOptions,
): Promise<ListDirectoryOutcome> {
  const { path, sizes = false } = request;
  using opened = await openDirectory(session, path, call);
  const pace = createPace(call.signal);
  const selects = await selection({ session, directory: opened, signal: call.signal, pace }, request);
  const entries: ListedEntry[] = [];
  let [gitIgnored, hidden, isEmpty] = [0, 0, true];
  for (const entry of opened.eachEntry?.() ?? opened.entries()) {
    await pace();
    if (entry === null) {
      hidden += 1;
      continue;
    }
    isEmpty = false;
    const verdict = selects(entry);
    if (verdict === 'git-ignored') gitIgnored += 1;
    const listed = verdict === 'shown' ? await followed(session, { directory: opened, sizes }, entry) : null;
    if (listed !== null) entries.push(listed);
  }
  return { kind: 'list', path, realPath: opened.realPath, entries, gitIgnored, hidden, isEmpty };
}

type Selection = (entry: DirectoryEntry) => 'shown' | 'left-out' | 'git-ignored';

interface SelectionContext extends Pick<CallOptions, 'signal'> {
  readonly session: Session;
  readonly directory: OpenDirectory;
  readonly pace: Pace;
}

async function selection(
  { session, directory, signal, pace }: SelectionContext,
  { ignore, respectGitIgnore, sizes }: ListDirectoryRequest,
): Promise<Selection> {
  if (ignore.length === 0 && !respectGitIgnore) return () => 'shown';
  const search = await import('@dragoman/search/internal/search');
  const patterns: ReturnType<typeof search.compilePathPattern>[] = [];
  const budget = search.createPatternBudget();
  for (const glob of ignore) {
    await pace();
    const named = literalNames(glob, { directory, root: directory.realPath, style: 'backslash' });
    patterns.push(search.compilePathPattern(named, { dot: true, ignoreCase: false }, budget));
  }
  const isIgnored = respectGitIgnore ? await search.gitIgnored(session.volume, directory, { signal }) : () => false;
  return ({ name, kind }) => {
    const isDirectory = kind === 'directory';
    const isLeftOut = patterns.some(({ start, matches }) => matches(start, name, isDirectory));
    // With sizes, also what is left out counts as ignored if it is.
    if (isLeftOut && !sizes) return 'left-out';
    if (isIgnored(name, isDirectory)) return 'git-ignored';
    return isLeftOut ? 'left-out' : 'shown';
  };
}

interface ListedDirectory {
  readonly directory: OpenDirectory;
  readonly sizes: boolean;
}

/**
 * The entry, or what a link leads to. Without sizes, a link out of the trees counts as a file, whether or not anything is
 * there; one to what a guard hides is left out.
 */
async function followed(
  session: Session,
  { directory, sizes }: ListedDirectory,
  { name, kind }: DirectoryEntry,
): Promise<ListedEntry | null> {
  const sizeOf = (target: { readonly size: number } | null) => sizes && { size: target?.size ?? 0 };
  if (kind === 'directory') return { name, kind };
  if (kind !== 'link') return { name, kind: 'file', ...(sizes && sizeOf(directory.stat(name))) };
  try {
    using target = await session.volume.open(join(directory.realPath, name), { for: 'names' });
    return { name, kind: target.kind, ...(target.kind === 'file' && sizeOf(target.ownStat())) };
  } catch (error) {
    if (!isPathError(error)) throw error;
    const isHidden = 'problem' in error.failure && error.failure.problem === 'ignored';
    return sizes || isHidden || error.code === 'NOT_FOUND' ? null : { name, kind: 'file' };
  }
}
