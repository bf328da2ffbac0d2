import { basename } from 'node:path';
import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import { assertNotCancelled } from '@dragoman/fs-core/internal/kernel';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { FoundFile, LineSearch } from '@dragoman/search/internal/search';
import { sniff } from '@dragoman/text/internal/text';
import { nativePath, slashPath } from '../../native-path.ts';
import type { Call, Session } from '../../session.ts';
import { DEFAULT_EXCLUDES, defaultExcludes } from '../list/default-excludes.ts';
import { literalNames } from '../list/literal-names.ts';
import { collect, countLines, cutLines, type FileCollection, inPathOrder, type LineSpan } from './collect-files.ts';
import { confirmLinesOf } from './confirm-lines-of.ts';
import type { Confirmation, GrepRequest } from './grep-outcome.ts';
import { locateMatches } from './locate-matches.ts';
import { openSearchRoot } from './search-root.ts';

/** The parts of a call that a search needs. */
export type GrepCall = Pick<Call, 'signal' | 'onProgress' | 'locatesMatches'>;

const TIME_LIMIT_MS = 20_000;
/** Time to count files that are left out, of which an answer only says how many there are. */
export const COUNT_LIMIT_MS = 1_000;
// No answer can hold more: 1 MB at 4 bytes a line.
const MAX_LINES = 250_000;

/**
 * Searches the lines of text files.
 * @example await grep(session, { pattern: 'createServer', result: 'files', hidden: false, ignoreFiles: 'all' }, call)
 */
export async function grep(session: Session, request: GrepRequest, call: GrepCall): Promise<GrepOutcome> {
  const { confirmFiles, findLines, MAX_SEARCHED_BYTES, readUserExcludes } = await import(
    '@dragoman/search/internal/search'
  );
  const { volume } = session;
  const { signal } = call;
  const { result, ignoreFiles, limit = 0, offset = 0, order: _, path: asked, globs = [], leavesOut, ...rest } = request;
  const { opened, path: root, prefix, folder } = await openSearchRoot(session, asked, { for: 'tree', signal });
  using searched = opened;
  const slashed = { ...rest, globs: globs.map((glob) => placeGlob(glob, searched, root)) };
  // What a volume fetches first takes its own time, and is not fetched again.
  const end = performance.now() + (request.timeLimitMs ?? TIME_LIMIT_MS);
  const encoding = slashed.encoding ?? (await encodingOf(searched, MAX_SEARCHED_BYTES));
  const query = { ...slashed, fileName: basename(root), ...(encoding !== undefined && { encoding }) };
  const kind = result === 'lines' ? 'lines' : 'counts';
  const skip = defaultExcludes(leavesOut ?? DEFAULT_EXCLUDES, root, ...query.globs);
  const rules = { ignoreFiles, userExcludes: readUserExcludes(session.environment), skip };
  const maxLines = lastLine({ limit, offset });
  const find = (enough?: number, inOrder = false) => {
    const timeLimitMs = Math.max(0, end - performance.now());
    const bounds = { maxLines, inOrder, timeLimitMs, signal, ...(enough !== undefined && { enough }) };
    const index = session.index ?? undefined;
    return findLines(volume, searched, { ...query, ...rules, ...bounds, index, result: kind });
  };
  const counting = { searched, signal, query: { ...query, result: 'counts' as const } };
  const confirmation: Confirmation =
    result === 'lines'
      ? confirmLinesOf(searched, { encoding, onlyMatching: query.onlyMatching, signal })
      : { confirm: (files, { startedMs }) => confirmFiles(files, { ...counting, startedMs }) };
  const found = await gather({ searched, root, prefix, folder, find, confirmation, call }, request);
  const all = { ...query, ...rules, ignoreFiles: 'none', result: 'counts', maxLines: 0, signal } as const;
  const findAll = () => findLines(volume, searched, { ...all, timeLimitMs: COUNT_LIMIT_MS });
  if (searched.kind === 'directory' && ignoreFiles !== 'none' && found.total === 0)
    return await withHidden(found, findAll, call);
  return await locateMatches(found, { ...request, ...call });
}

/** An empty answer, with the number of files in which something is found without ignore files. */
export async function withHidden(empty: GrepOutcome, find: () => LineSearch, call: GrepCall): Promise<GrepOutcome> {
  if (empty.incomplete) return empty;
  let ignored = 0;
  for await (const { length } of find()) {
    assertNotCancelled(call.signal);
    ignored += length;
  }
  return { ...empty, ignored };
}

/** A glob that files must match, below what is searched. */
export function placeGlob(glob: string, searched: OpenDirectory | OpenFile, root: string): string {
  const plain = slashPath(glob).replace(/^(!?)(?:\.\/)+/, '$1');
  return searched.kind === 'file' ? plain : literalNames(plain, { directory: searched, root, style: 'class' });
}

/** Number of the last line to keep; later ones are only counted. */
export function lastLine({ limit = 0, offset = 0 }: Page): number {
  return offset + Math.min(limit || MAX_LINES, MAX_LINES);
}

type Page = Pick<GrepRequest, 'limit' | 'offset'>;
type GrepPage = Page & Pick<GrepRequest, 'result' | 'pattern' | 'order'>;

export interface GrepRun {
  readonly searched: OpenDirectory | OpenFile;
  readonly root: string;
  readonly prefix: string;
  readonly folder: string;
  /** Begins a search. @param enough no file's lines are counted beyond it @param inOrder finds files in path order */
  readonly find: (enough?: number, inOrder?: boolean) => LineSearch;
  readonly confirmation: Confirmation;
  readonly call: GrepCall;
}

/** Searches until everything is found or enough is known, and confirms what was asked for. */
export async function gather(gathering: GrepRun, wish: GrepPage): Promise<GrepOutcome> {
  const { searched, root, prefix, folder, confirmation } = gathering;
  const { result, pattern, limit = 0, offset = 0, order = 'path' } = wish;
  const span = { from: offset, to: lastLine(wish) };
  const found = await findEnough(gathering, wish, span);
  const { search } = found;
  const page = await sortFiles(found.files, result === 'lines' ? 'path' : order, searched);
  const shown = result === 'lines' ? cutLines(page, span) : page.slice(offset, limit === 0 ? undefined : span.to);
  const { files, unconfirmed } = await confirmation.confirm(shown, search);
  const total = result === 'lines' ? found.lines : found.files.length;
  return {
    kind: 'grep',
    result,
    pattern,
    root,
    isFile: searched.kind === 'file',
    prefix,
    folder,
    isCounted: found.isWhole,
    files: files.map((file) => ({ lines: [], ...file, path: nativePath(file.path) })),
    total,
    offset,
    remaining: Math.max(0, total - offset - (result === 'lines' ? countLines(shown) : shown.length)),
    matches: found.matches,
    ignored: 0,
    unreadable: search.notes.unreadable,
    ignoreFilesSkipped: search.notes.ignoreFilesSkipped,
    ...{ tooLarge: search.notes.tooLarge, documents: search.notes.documents },
    unconfirmed,
    incomplete: search.notes.timedOut,
  };
}

/** The encoding of a single file that is too large to be decoded before it is searched, if ripgrep needs it. */
export async function encodingOf(searched: OpenDirectory | OpenFile, maxBytes: number): Promise<string | undefined> {
  if (searched.kind === 'directory' || searched.size <= maxBytes) return undefined;
  const content = await sniff(searched);
  return content.kind === 'text' && content.encoding !== 'utf-8' && content.bomLength === 0
    ? content.encoding
    : undefined;
}

// Count up to this many results past the limit, for 'n more'.
const COUNTED_BEYOND = 5_000;

/**
 * Collects what the span needs. ripgrep finds files in no order, so which come first is known only once all are found.
 * Searching in order is slower, and worth it if there is much more than was asked for. For
 * another order, or without a limit, everything must be found.
 */
async function findEnough(
  { searched, find, confirmation, call }: GrepRun,
  wish: GrepPage,
  span: LineSpan,
): Promise<FileCollection> {
  const { result, order = 'path', limit = 0 } = wish;
  const sizeOf = ({ lines, files }: Pick<FileCollection, 'lines' | 'files'>) =>
    result === 'lines' ? lines : files.length;
  const collectTo = (enough: number, inOrder: boolean) =>
    collect(find(enough, inOrder), { span, call, isEnough: (found) => sizeOf(found) > enough });
  if (limit === 0 || (result !== 'lines' && order !== 'path')) {
    const onFound = limit === 0 && span.from === 0 ? confirmation.begin : undefined;
    return await collect(find(), { span, call, onFound });
  }
  const found = await collectTo(span.to + COUNTED_BEYOND, false);
  return found.isWhole || searched.kind === 'file' ? found : await collectTo(span.to, true);
}

async function sortFiles(
  files: readonly FoundFile[],
  order: 'path' | 'newest' | 'relevance',
  searched: OpenDirectory | OpenFile,
): Promise<FoundFile[]> {
  const sorted = await inPathOrder(files);
  if (order === 'path' || searched.kind === 'file') return sorted;
  const times = new Map(files.map(({ path }) => [path, searched.hintOf(path)?.mtimeMs ?? 0]));
  const timeOf = ({ path }: FoundFile) => times.get(path) ?? 0;
  return sorted.sort(
    (one, other) => (order === 'relevance' ? other.count - one.count : 0) || timeOf(other) - timeOf(one),
  );
}
