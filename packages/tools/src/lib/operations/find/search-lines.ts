import { relative, sep } from 'node:path';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { GrepFile } from '@dragoman/outcomes/internal/parts';
import { slashPath } from '../../native-path.ts';
import type { Session } from '../../session.ts';
import { confirmLinesOf } from './confirm-lines-of.ts';
import { type ContextSize, cutMatch, MOST_WITH_CONTEXT, withContext } from './context-lines.ts';
import { withoutExcluded } from './excluded-lines.ts';
import { globBelow } from './glob-below.ts';
import { COUNT_LIMIT_MS, encodingOf, type GrepCall, gather, lastLine, placeGlob, withHidden } from './grep.ts';
import { assertRegExp } from './grep-by-regexp.ts';
import { locateMatches } from './locate-matches.ts';
import { openSearchRoot, type SearchRoot } from './search-root.ts';

/** A search by the rules of JavaScript's regular expressions, and which of the matching lines to return. */
export interface SearchLinesRequest {
  /** A JavaScript regular expression, or if `literal` a text. */
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  /** A file or a directory, which is searched even if it is ignored. Default: the session's directory. */
  readonly path?: string;
  /** A glob that files must match, from the working directory or from the searched one; without a slash at any depth. */
  readonly include?: string;
  /** A JavaScript regular expression: lines that it matches are left out, those of context too. */
  readonly exclude?: string;
  readonly ignoreFiles: 'git' | 'none';
  /** Names of files and directories that are left out at any depth below the searched directory. */
  readonly leaveOut: readonly string[];
  /** Globs of files that are left out. */
  readonly leaveOutFiles: readonly string[];
  /** Lines around each match; `automatic`: many around one match, some around two or three, else none. */
  readonly context: ContextSize | 'automatic';
  readonly maxPerFile?: number;
  readonly maxMatches: number;
}

// Bytes: enough to tell where in the first 2,000 characters a match begins.
const MAX_CONFIRMED = 32_000;

/**
 * Searches the lines of a file, or of the text files below a directory, and gives the first matches by path.
 * @throws ToolError `INVALID_PATTERN` (details: `reason`, what the JavaScript engine says)
 * @example await searchLines(session, { pattern: 'a', literal: false, ignoreCase: true, ignoreFiles: 'git', leaveOut: [], leaveOutFiles: [], context: 'automatic', maxMatches: 100 }, call)
 */
export async function searchLines(session: Session, request: SearchLinesRequest, call: GrepCall): Promise<GrepOutcome> {
  const { pattern, literal, ignoreCase, exclude, maxPerFile } = request;
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : pattern;
  if (!literal) assertRegExp(pattern);
  if (exclude !== undefined) assertRegExp(exclude);
  const root = await openSearchRoot(session, request.path, { for: 'tree', signal: call.signal });
  using searched = root.opened;
  const { MAX_SEARCHED_BYTES, toRipgrepPattern } = await import('@dragoman/search/internal/search');
  const equivalent = toRipgrepPattern(source, ignoreCase);
  const find = await finderOf(session, { root, source, request }, call);
  const confirmation = confirmLinesOf(searched, {
    ...{ maxShown: MAX_CONFIRMED, locates: true, signal: call.signal },
    encoding: await encodingOf(searched, MAX_SEARCHED_BYTES),
  });
  // Without further conditions no more need be found than are shown, or decide on context, and one more; in a thread, all
  // are.
  const isPlain = exclude === undefined && maxPerFile === undefined && equivalent !== null;
  const limit = isPlain ? Math.max(request.maxMatches, MOST_WITH_CONTEXT) + 1 : 0;
  const { path, prefix, folder } = root;
  const run = { searched, root: path, prefix, folder, find, confirmation, call };
  const found = await gather(run, { result: 'lines', pattern, limit });
  if (found.total === 0 && searched.kind === 'directory' && request.ignoreFiles !== 'none') {
    const all = { ...request, ignoreFiles: 'none', timeLimitMs: COUNT_LIMIT_MS } as const;
    return await withHidden(found, await finderOf(session, { root, source, request: all }, call), call);
  }
  const page = await firstMatches(found, request, call);
  const shown = await withContext(searched, page, { ...request, signal: call.signal });
  return equivalent === null ? shown : await locateMatches(shown, { pattern: equivalent, ...call });
}

interface LineFinder {
  readonly root: SearchRoot;
  readonly source: string;
  readonly request: SearchLinesRequest & { readonly timeLimitMs?: number };
}

async function finderOf(session: Session, { root, source, request }: LineFinder, call: GrepCall) {
  const { findLinesByRegExp, MAX_SEARCHED_BYTES, readUserExcludes } = await import('@dragoman/search/internal/search');
  const { ignoreCase, ignoreFiles, leaveOut, leaveOutFiles, include, timeLimitMs } = request;
  const searched = root.opened;
  const encoding = await encodingOf(searched, MAX_SEARCHED_BYTES);
  const query = {
    ...{ source, ignoreCase, ...(encoding !== undefined && { encoding }) },
    globs: [...(await includes(session, root, include)), ...leaveOutFiles.map((glob) => `!${glob}`)],
    ignoreFiles,
    entersIgnored: true,
    userExcludes: readUserExcludes(session.environment),
    skip: new Set(leaveOut),
    maxLines: lastLine({}),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
    signal: call.signal,
  } as const;
  return (enough?: number, inOrder = false) =>
    findLinesByRegExp(session.volume, searched, { ...query, ...(enough !== undefined && { enough }), inOrder });
}

/** The glob as ripgrep takes it, from the searched directory and from the working directory. */
async function includes(
  { workdir }: Session,
  { opened: searched, path: root }: SearchRoot,
  include: string | undefined,
): Promise<string[]> {
  if (include === undefined) return [];
  const glob = slashPath(include).replace(/^(?:\.\/)+/, '');
  const below = searched.kind === 'file' ? '' : relative(workdir, searched.realPath);
  const names = below.split(sep).filter((name) => name !== '');
  const place = (each: string) => placeGlob(each, searched, root);
  if (!glob.includes('/') || names.includes('..')) return [place(glob)];
  const isNegated = glob.startsWith('!');
  const moved = await globBelow(isNegated ? glob.slice(1) : glob, names);
  return moved === null ? [place(glob)] : [place(glob), place(`${isNegated ? '!' : ''}/${moved}`)];
}

/** The first matches by path that no further condition leaves out. */
async function firstMatches(
  found: GrepOutcome,
  { exclude, ignoreCase, maxPerFile = Number.POSITIVE_INFINITY, maxMatches }: SearchLinesRequest,
  { signal }: GrepCall,
): Promise<GrepOutcome> {
  const kept = await withoutExcluded(
    found,
    exclude === undefined ? null : new RegExp(exclude, ignoreCase ? 'i' : ''),
    signal,
  );
  const files: GrepFile[] = [];
  let [room, left] = [maxMatches, 0];
  for (const file of kept.files) {
    const matches = file.lines.slice(0, maxPerFile);
    const lines = matches.slice(0, room).map(cutMatch);
    room -= lines.length;
    left += matches.length - lines.length;
    if (lines.length > 0) files.push({ ...file, count: lines.length, lines });
  }
  const matches = maxMatches - room;
  const remaining = left + (maxPerFile === Number.POSITIVE_INFINITY ? kept.remaining : 0);
  return { ...kept, files, matches, total: matches + remaining, remaining };
}
