import type { FoundMatch, GrepOutcome, PageLimits, SearchPageOutcome } from '@dragoman/outcomes/internal/parts';
import { slashPath } from '../../native-path.ts';
import { openContinuation, sealContinuation } from '../../paging/continuation.ts';
import { cutList } from '../../paging/cut-list.ts';
import { type AskedLimits, pageLimits } from '../../paging/page-limits.ts';
import type { Call, Session } from '../../session.ts';
import { grep } from './grep.ts';

/** A search for lines, and how much of its result one page may hold. */
export interface SearchPageRequest {
  /** Regular expression. */
  readonly pattern: string;
  /** A file or a directory. Default, also for an empty path: the working directory. */
  readonly path?: string;
  /** Globs, one of which files must match. */
  readonly globs?: readonly string[];
  readonly ignoreCase: boolean;
  readonly limits: AskedLimits;
  /** Continuation from the page before, for the same search. */
  readonly continuation?: string;
}

/**
 * Searches the lines of text files, a page at a time. A page begins after the last path and line of the one before, so
 * that no line is shown twice even if the tree changes between them.
 * @example await searchPage(session, { pattern: 'createServer', ignoreCase: false, limits: { maxTokens: 1000, maxBytes: null, maxLines: null } }, call)
 */
export async function searchPage(session: Session, request: SearchPageRequest, call: Call): Promise<SearchPageOutcome> {
  const { pattern, path, globs = [], ignoreCase, continuation } = request;
  const subject = ['search', pattern, session.resolve(path || '.'), globs.join('\0') || null, ignoreCase];
  const after = continuation === undefined ? null : positionOf(await openContinuation(subject, continuation));
  const limits = pageLimits(request.limits, call, { path: '' });
  const query = { pattern, ignoreCase, result: 'lines', hidden: true, ignoreFiles: 'all' } as const;
  const scope = { ...(path !== undefined && { path }), globs };
  const limit = mostMatches(limits);
  const found = await grep(session, { ...query, ...scope, ...(after && { behind: after }), limit }, call);
  const matches = matchesOf(found);
  const lineOf = (found: FoundMatch) => `${found.path}:${found.line}:${found.text}`;
  const page = await cutList(matches, { limits, lineOf, hasMore: found.remaining > 0 });
  const last = page.entries.at(-1);
  const position = last ? { path: slashPath(last.path.slice(found.prefix.length)), line: last.line } : after;
  return {
    kind: 'matches',
    matches: page.entries,
    truncatedBy: page.truncatedBy,
    limits,
    usage: page.usage,
    continuation: page.truncatedBy && (await sealContinuation(subject, [position?.path ?? '', position?.line ?? 0])),
    incomplete: found.incomplete || found.unconfirmed > 0,
    ignored: after === null ? found.ignored : 0,
  };
}

function positionOf([path, line]: readonly (string | number)[]) {
  return { path: String(path), line: Number(line) };
}

// The shortest possible entry: as a line (`a:1:` and a newline), and in JSON.
const LEAST_LINE_BYTES = 5;
const LEAST_JSON_BYTES = 32;

/** The most matches that fit on a page, and one more by bytes, which shows that the limit is passed. */
function mostMatches({ maxBytes, maxLines, maxJsonBytes }: PageLimits): number {
  const byBytes = Math.min(maxBytes / LEAST_LINE_BYTES, maxJsonBytes / LEAST_JSON_BYTES);
  return Math.min(maxLines ?? Number.POSITIVE_INFINITY, Math.ceil(byBytes) + 1);
}

function matchesOf({ files, prefix }: GrepOutcome): FoundMatch[] {
  return files.flatMap(({ path, lines }) =>
    lines.map(({ number, text, cutBefore, cutAfter }) => ({
      path: prefix + path,
      line: number,
      text,
      ...(cutBefore > 0 && { cutBefore }),
      ...(cutAfter > 0 && { cutAfter }),
    })),
  );
}
