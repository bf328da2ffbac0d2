import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import type { ConfirmedLine, FindLinesRequest, FoundFile, IgnoreFiles, LineSearch } from '@dragoman/search';
import type { CallOptions, Session } from '../session.ts';
import { leftOut, openSearchRoot } from './search-root.ts';

type Query = Omit<FindLinesRequest, 'result' | 'skip' | 'maxLines' | 'timeLimitMs' | 'ignoreFiles'>;

export interface GrepRequest extends Query {
  /** A file or a directory. Default: the working directory. */
  readonly path?: string;
  readonly result: 'lines' | 'files' | 'counts';
  readonly ignoreFiles: IgnoreFiles;
  /** `relevance`: most matching lines first, then newest. Default `path`; lines are always in the order of paths. */
  readonly order?: 'path' | 'newest' | 'relevance';
  /** How many lines, files or counts to return; 0 or none: all. */
  readonly limit?: number;
  /** How many to leave out before. */
  readonly offset?: number;
}

export interface GrepFile {
  /** Relative to the searched directory, with `/` between names; the name of the searched file. */
  readonly path: string;
  /** Matching lines, or matches where only those were asked for. */
  readonly count: number;
  /** In the order of the file; empty unless lines were asked for. */
  readonly lines: readonly ConfirmedLine[];
}

export interface GrepOutcome {
  readonly kind: 'grep';
  readonly result: GrepRequest['result'];
  readonly pattern: string;
  /** Absolute path of what was searched, as the caller spelled it. */
  readonly root: string;
  /** What stands before a file's path to make it one that the session resolves. */
  readonly prefix: string;
  /** What stands before a file's path to make it absolute. */
  readonly folder: string;
  readonly files: readonly GrepFile[];
  /** How many lines, files or counts there are, shown or not. */
  readonly total: number;
  /** How many of them were left out before those shown. */
  readonly offset: number;
  /** How many of them come after those shown. */
  readonly remaining: number;
  /** Matching lines in all files. */
  readonly matches: number;
  readonly unreadable: number;
  readonly ignoreFilesSkipped: number;
  /** The search ran into its time limit. */
  readonly incomplete: boolean;
}

// A line takes at least a few bytes of an answer, and answers are bounded.
const MOST_LINES = 250_000;

/** Searches the lines of text files. */
export async function grep(session: Session, request: GrepRequest, call: CallOptions): Promise<GrepOutcome> {
  const { confirmFiles, findLines } = await import('@dragoman/search');
  const { volume } = session;
  const { signal } = call;
  const { result, ignoreFiles, limit = 0, offset = 0, order: _, path: asked, ...query } = request;
  const { opened, path: root, prefix, folder } = await openSearchRoot(session, asked);
  using searched = opened;
  const kind = result === 'lines' ? 'lines' : 'counts';
  const skip = leftOut(['.git', 'node_modules'], root, ...(query.globs ?? []));
  const maxLines = lastLine({ limit, offset });
  const search = findLines(volume, searched, { ...query, result: kind, ignoreFiles, skip, maxLines }, signal);
  const counting = { volume, searched, signal, query: { ...query, result: 'counts' as const } };
  const confirm = (files: readonly FoundFile[]) =>
    result === 'lines'
      ? confirmPage(session, searched, files)
      : confirmFiles(files, { ...counting, startedMs: search.startedMs });
  return await gather({ searched, root, prefix, folder, search, confirm, call }, request);
}

/** The line after which lines are only counted. */
export function lastLine({ limit = 0, offset = 0 }: Page): number {
  return limit === 0 ? MOST_LINES : Math.min(offset + limit, MOST_LINES);
}

type Page = Pick<GrepRequest, 'limit' | 'offset'>;
type Wish = Page & Pick<GrepRequest, 'result' | 'pattern' | 'order'>;

export interface Gathering {
  readonly searched: OpenDirectory | OpenFile;
  readonly root: string;
  readonly prefix: string;
  readonly folder: string;
  readonly search: LineSearch;
  /** Reads again what is to be shown. */
  readonly confirm: (files: readonly FoundFile[]) => Promise<readonly (Omit<GrepFile, 'lines'> & Partial<GrepFile>)[]>;
  readonly call: CallOptions;
}

/** Runs a search to its end, and shows of it what was asked for. */
export async function gather(gathering: Gathering, wish: Wish): Promise<GrepOutcome> {
  const { searched, root, prefix, folder, search, confirm, call } = gathering;
  const { result, pattern, limit = 0, offset = 0, order = 'path' } = wish;
  const end = lastLine(wish);
  const found = await collect(search, end, call);
  const page = sortFiles(found.files, result === 'lines' ? 'path' : order, searched);
  const files = await confirm(
    result === 'lines' ? cutLines(page, offset, end) : page.slice(offset, limit === 0 ? undefined : end),
  );
  const total = result === 'lines' ? found.lines : found.files.length;
  return {
    kind: 'grep',
    result,
    pattern,
    root,
    prefix,
    folder,
    files: files.map((file) => ({ lines: [], ...file })),
    total,
    offset,
    remaining: result === 'lines' || limit > 0 ? Math.max(0, total - end) : 0,
    matches: found.matches,
    unreadable: search.notes.unreadable,
    ignoreFilesSkipped: search.notes.ignoreFilesSkipped,
    incomplete: search.notes.timedOut,
  };
}

interface Collected {
  readonly files: FoundFile[];
  readonly lines: number;
  readonly matches: number;
}

/** Gathers files, and of their lines only as many as the first `maxLines` by path. */
async function collect(search: LineSearch, maxLines: number, call: CallOptions): Promise<Collected> {
  let files: FoundFile[] = [];
  let held = 0;
  let lines = 0;
  let matches = 0;
  for await (const batch of search) {
    for (const file of batch) {
      files.push(file);
      held += file.lines.length;
      lines += file.lineCount;
      matches += file.count;
    }
    if (held > 2 * maxLines) {
      files = cutLines(files.sort(byPath), 0, maxLines);
      held = maxLines;
    }
    call.onProgress?.({ done: matches, message: `${matches} matches` });
  }
  return { files, lines, matches };
}

/** The files with their lines number `from` to `to`, counted through all of them. */
function cutLines(files: readonly FoundFile[], from: number, to: number): FoundFile[] {
  let at = 0;
  return files.flatMap((file) => {
    const lines = file.lines.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += file.lines.length;
    return lines.length > 0 ? [{ ...file, lines }] : [];
  });
}

function sortFiles(
  files: FoundFile[],
  order: 'path' | 'newest' | 'relevance',
  searched: OpenDirectory | OpenFile,
): FoundFile[] {
  if (order === 'path' || searched.kind === 'file') return files.sort(byPath);
  const times = new Map(files.map(({ path }) => [path, searched.modifiedHint(path)]));
  const timeOf = ({ path }: FoundFile) => times.get(path) ?? 0;
  return files.sort(
    (one, other) =>
      (order === 'relevance' ? other.count - one.count : 0) || timeOf(other) - timeOf(one) || byPath(one, other),
  );
}

function byPath(one: FoundFile, other: FoundFile): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}

/** @param maxShown bytes shown of a line that is longer */
export async function confirmPage(
  session: Session,
  searched: OpenDirectory | OpenFile,
  files: readonly FoundFile[],
  maxShown?: number,
): Promise<GrepFile[]> {
  const { confirmLines, openProposed } = await import('@dragoman/search');
  const confirmed: GrepFile[] = [];
  for (const { path, count, lines } of files) {
    using file = await openProposed(session.volume, searched, path);
    if (file === null) continue;
    const shown = await confirmLines(file, lines, maxShown);
    if (shown.length > 0) confirmed.push({ path, count, lines: shown });
  }
  return confirmed;
}
