import { join } from 'node:path';
import { type EntryStat, isPathError, type OpenDirectory, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { FindPageOutcome, FoundFile, GlobEntry } from '@dragoman/outcomes/internal/parts';
import { slashPath } from '../../native-path.ts';
import { openContinuation, sealContinuation } from '../../paging/continuation.ts';
import { cutList } from '../../paging/cut-list.ts';
import { type AskedLimits, pageLimits } from '../../paging/page-limits.ts';
import type { Call, Session } from '../../session.ts';
import { glob } from './glob.ts';
import { prefixOf } from './search-root.ts';

/** A glob, and how much of its result one page may hold. */
export interface FindPageRequest {
  readonly pattern: string;
  /** Default, also for an empty path: the working directory. */
  readonly path?: string;
  readonly limits: AskedLimits;
  /** Continuation from the page before, for the same search. */
  readonly continuation?: string;
}

/**
 * Finds files by a glob, a page at a time. A page begins after the last path of the one before, so that no file is
 * shown twice even if the tree changes between them.
 * @example await findPage(session, { pattern: '*.ts', limits: { maxTokens: 1000, maxBytes: null, maxLines: null } }, call)
 */
export async function findPage(session: Session, request: FindPageRequest, call: Call): Promise<FindPageOutcome> {
  const { pattern, path, continuation } = request;
  const subject = ['find', pattern, session.resolve(path || '.')];
  const after = continuation === undefined ? {} : { after: String((await openContinuation(subject, continuation))[0]) };
  const limits = pageLimits(request.limits, call, { path: '', maxLines: session.limits.maxResults });
  const search = { pattern, kinds: 'files', hidden: true, ignoreFiles: 'all', order: 'path' } as const;
  const found = await glob(session, { ...search, ...(path !== undefined && { path }), ...after }, call);
  const looked = found.entries.slice(0, limits.maxLines ?? undefined);
  const prefix = prefixOf(session.cwd, found.root);
  const files = await filesAt(session, { root: found.root, prefix, signal: call.signal }, looked);
  const lineOf = ({ path: at, size, modified }: FoundFile) => `${at}\t${size}\t${modified}`;
  const page = await cutList(files, { limits, lineOf, hasMore: found.total > looked.length });
  const isCut = page.entries.length < files.length;
  const last = isCut ? page.entries.at(-1)?.path.slice(prefix.length) : looked.at(-1)?.path;
  return {
    kind: 'files',
    files: page.entries,
    truncatedBy: page.truncatedBy,
    limits,
    usage: page.usage,
    continuation: page.truncatedBy && (await sealContinuation(subject, [slashPath(last ?? '')])),
    incomplete: found.incomplete,
    ignored: continuation === undefined && found.total === 0 ? found.ignored : 0,
  };
}

/** Size and time of files; leaves out files that are gone, and links that lead to none. */
async function filesAt(
  session: Session,
  { root, prefix, signal }: Pick<Call, 'signal'> & { readonly root: string; readonly prefix: string },
  entries: readonly GlobEntry[],
): Promise<FoundFile[]> {
  if (entries.length === 0) return [];
  using searched = await session.volume.open(root, { for: 'names', signal });
  if (searched.kind !== 'directory') return [];
  using stats = createEntryStats(searched);
  const files: FoundFile[] = [];
  for (const { path } of entries) {
    try {
      const stat = statUnlessLinked(stats, slashPath(path));
      const found = stat === 'linked' || stat?.kind === 'link' ? await targetOf(session, root, path) : stat;
      if (found?.kind !== 'file') continue;
      files.push({ path: prefix + path, size: found.size, modified: new Date(found.mtimeMs).toISOString() });
    } catch (error) {
      if (!isPathError(error)) throw error;
    }
  }
  return files;
}

/** `linked` if the way leads through a link, which only the volume follows. */
function statUnlessLinked(stats: EntryStats, path: string): EntryStat | 'linked' | null {
  try {
    return stats.at(path);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_DIRECTORY') return 'linked';
    throw error;
  }
}

/** Null for a name that is not well-formed text, which no volume takes as a path. */
async function targetOf({ volume }: Session, root: string, path: string) {
  if (!path.isWellFormed()) return null;
  using target = await volume.open(join(root, path), { for: 'names' });
  return target.kind === 'file' ? { kind: target.kind, size: target.size, mtimeMs: target.mtimeMs } : null;
}

/** Tells what entries below a directory are. The directory of the last one stays open for its neighbours. */
interface EntryStats extends Disposable {
  /**
   * The entry at a path of names with `/` between them; null if there is none.
   * @throws ToolError if its directory is gone, or a link or something else is in its place
   */
  at(path: string): EntryStat | null;
}

/** The caller closes `searched`. */
function createEntryStats(searched: OpenDirectory): EntryStats {
  let last: { readonly path: string; readonly opened: OpenDirectory } | null = null;
  const closeLast = (): void => {
    last?.opened.close();
    last = null;
  };
  const open = (path: string): OpenDirectory => {
    if (last?.path === path) return last.opened;
    closeLast();
    last = { path, opened: searched.openDirectory(path) };
    return last.opened;
  };
  return {
    at(path) {
      const slash = path.lastIndexOf('/');
      return (slash === -1 ? searched : open(path.slice(0, slash))).stat(path.slice(slash + 1));
    },
    [Symbol.dispose]: closeLast,
  };
}
