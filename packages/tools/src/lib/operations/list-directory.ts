import { join } from 'node:path';
import { type DirectoryEntry, isPathError, type OpenDirectory } from '@dragoman/fs-core/internal/kernel';
import type { ListDirectoryOutcome, ListedEntry } from '@dragoman/outcomes/internal/parts';
import type { CallOptions, Session } from '../session.ts';
import { openDirectory } from './open-directory.ts';

/** A directory, and which of its entries to list. */
export interface ListDirectoryRequest {
  readonly path: string;
  /** Globs on names of entries that are left out. */
  readonly ignore: readonly string[];
  /** Leaves out what git ignores, and counts it. */
  readonly respectGitIgnore: boolean;
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
  const { path } = request;
  using opened = await openDirectory(session, path, call);
  const all = opened.entries();
  const { shown, gitIgnored } = await select(session, { directory: opened, entries: all }, request);
  const entries = await Promise.all(shown.map((entry) => followed(session, opened, entry)));
  return {
    kind: 'list',
    path,
    realPath: opened.realPath,
    entries: entries.filter((entry) => entry !== null),
    gitIgnored,
    isEmpty: all.length === 0,
  };
}

async function select(
  session: Session,
  { directory, entries }: { readonly directory: OpenDirectory; readonly entries: readonly DirectoryEntry[] },
  { ignore, respectGitIgnore }: ListDirectoryRequest,
): Promise<{ shown: readonly DirectoryEntry[]; gitIgnored: number }> {
  if (entries.length === 0 || (ignore.length === 0 && !respectGitIgnore)) return { shown: entries, gitIgnored: 0 };
  const search = await import('@dragoman/search/internal/search');
  const patterns = ignore.map((glob) => search.compilePathPattern(glob, { dot: true, ignoreCase: false }));
  const left = entries.filter(
    ({ name, kind }) => !patterns.some(({ start, matches }) => matches(start, name, kind === 'directory')),
  );
  if (!respectGitIgnore) return { shown: left, gitIgnored: 0 };
  const isIgnored = await search.gitIgnored(session.volume, directory);
  const shown = left.filter(({ name, kind }) => !isIgnored(name, kind === 'directory'));
  return { shown, gitIgnored: left.length - shown.length };
}

/** The entry, or what a link leads to. A link out of the trees counts as a file, whether or not anything is there. */
async function followed(
  session: Session,
  directory: OpenDirectory,
  { name, kind }: DirectoryEntry,
): Promise<ListedEntry | null> {
  if (kind !== 'link') return { name, kind: kind === 'directory' ? 'directory' : 'file' };
  try {
    using target = await session.volume.open(join(directory.realPath, name), { for: 'names' });
    return { name, kind: target.kind };
  } catch (error) {
    if (!isPathError(error)) throw error;
    return error.code === 'NOT_FOUND' ? null : { name, kind: 'file' };
  }
}
