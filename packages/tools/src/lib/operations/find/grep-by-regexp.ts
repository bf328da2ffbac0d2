import { relative, sep } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { GrepOutcome } from '@dragoman/outcomes';
import type { LineSearch } from '@dragoman/search/internal/search';
import type { Session } from '../../session.ts';
import { DEFAULT_EXCLUDES } from '../list/default-excludes.ts';
import { confirmLinesOf } from './confirm-lines-of.ts';
import { COUNT_LIMIT_MS, type GrepCall, gather, lastLine, placeGlob, withHidden } from './grep.ts';
import { locateMatches } from './locate-matches.ts';
import { openSearchRoot } from './search-root.ts';

/** A search by the rules of JavaScript's regular expressions. */
export interface GrepByRegExpRequest {
  /** A JavaScript regular expression; case is ignored. */
  readonly pattern: string;
  /** A directory. Default: the working directory. */
  readonly path?: string;
  /** A glob that files must match; without a slash it matches at any depth. */
  readonly include?: string;
}

/**
 * Searches the lines of the text files below a directory, except for what git ignores, `.git` and `node_modules`.
 * @throws ToolError `INVALID_PATTERN` (details: `reason`, what the JavaScript engine says)
 * @example await grepByRegExp(session, { pattern: 'create|open', include: '*.ts' }, call)
 */
export async function grepByRegExp(
  session: Session,
  request: GrepByRegExpRequest,
  call: GrepCall,
): Promise<GrepOutcome> {
  const { pattern, path, include } = request;
  assertRegExp(pattern);
  const { findLinesByRegExp, readUserExcludes, toRipgrepPattern } = await import('@dragoman/search/internal/search');
  const {
    opened,
    path: root,
    prefix,
    folder,
  } = await openSearchRoot(session, path, { for: 'tree', signal: call.signal });
  using searched = opened;
  if (searched.kind === 'file') {
    throw new ToolError({ code: 'NOT_DIRECTORY', path: root, kind: 'file' }, `Cannot search "${root}": is a file`);
  }
  const { volume } = session;
  const query = {
    source: pattern,
    globs: include === undefined ? [] : [placeGlob(include, searched, root)],
    ignoreFiles: 'git',
    userExcludes: readUserExcludes(session.environment),
    skip: new Set(DEFAULT_EXCLUDES),
    maxLines: lastLine({}),
    signal: call.signal,
  } as const;
  const isNowhere = isLeftOut(relative(session.workdir, root));
  const find = () => (isNowhere ? NOTHING : findLinesByRegExp(volume, searched, query));
  const confirmation = confirmLinesOf(searched, { signal: call.signal });
  const found = await gather(
    { searched, root, prefix, folder, find, confirmation, call },
    { result: 'lines', pattern },
  );
  const all = { ...query, ignoreFiles: 'none', timeLimitMs: COUNT_LIMIT_MS } as const;
  if (found.total === 0 && !isNowhere)
    return await withHidden(found, () => findLinesByRegExp(volume, searched, all), call);
  const equivalent = toRipgrepPattern(pattern);
  return equivalent === null ? found : await locateMatches(found, { pattern: equivalent, ...call });
}

const NOTHING: LineSearch = {
  startedMs: 0,
  notes: { unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, documents: 0, timedOut: false },
  async *[Symbol.asyncIterator]() {},
};

function isLeftOut(path: string): boolean {
  return path.split(sep).some((name) => DEFAULT_EXCLUDES.includes(name));
}

/** @throws ToolError `INVALID_PATTERN` */
export function assertRegExp(pattern: string): void {
  try {
    RegExp(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      { code: 'INVALID_PATTERN', problem: 'regexp', pattern, reason },
      `Cannot search for "${pattern}": ${reason}`,
    );
  }
}
