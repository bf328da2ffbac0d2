import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import {
  createPace,
  errnoOf,
  isShortage,
  type OpenDirectory,
  type OpenFile,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { compilePathPattern } from '@dragoman/patterns';
import { isReplaced, openProposed } from '../confirm/open-proposed.ts';
import { openUtf8, type ReadAt } from '../confirm/utf8-view.ts';
import { decodedText } from '../lines/foreign-files.ts';
import type { FoundFile } from '../lines/line-search.ts';
import { sniffSearched } from '../lines/sniff-searched.ts';
import { MAX_SEARCHED_BYTES } from '../ripgrep/limits.ts';
import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import { findPaths } from '../walk/find-paths.ts';
import type { UserExcludes } from '../walk/git-place.ts';
import { compileGlobFilter } from '../walk/glob-filter.ts';
import type { IgnoreFiles } from '../walk/ignore-files.ts';
import type { FindPathsRequest } from '../walk/path-search.ts';
import type { SearchNotes } from '../walk/search-notes.ts';
import { matchingLines } from './match-block.ts';
import { type MatchThread, openMatchThread } from './match-thread.ts';
import { readTextBlocks } from './text-blocks.ts';

export interface MatchRequest {
  readonly regex: RegExp;
  /** Globs like `LineQuery.globs`, but ignored files that match stay ignored. */
  readonly globs: readonly string[];
  readonly ignoreFiles: IgnoreFiles;
  /** See `IgnoreReaderOptions`. */
  readonly entersIgnored?: boolean;
  /** The user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: UserExcludes | null;
  /** Names of files and directories that are left out at any depth. */
  readonly skip: ReadonlySet<string>;
  /** The most lines kept of one file; further ones are only counted. */
  readonly maxLines: number;
  readonly timeLimitMs: number;
  /** See `FindLinesRequest` and `LineQuery`; ripgrep obeys them. */
  readonly enough?: number;
  readonly inOrder?: boolean;
  /** Ends the search with `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
}

/** A search of the lines of a file, or of those below a directory. */
export interface MatchSearch {
  readonly volume: Volume;
  readonly searched: OpenDirectory | OpenFile;
  readonly request: MatchRequest;
  readonly notes: SearchNotes;
}

// Each takes as long as `MatchThread` lets it.
const MAX_STALLS = 3;

/**
 * Finds the lines that a JavaScript regular expression matches, in a thread, hidden files included.
 * @throws ToolError `CANCELLED`, and as `findPaths` and `MatchThread.match`
 */
export async function* matchFiles(search: MatchSearch): AsyncGenerator<readonly FoundFile[]> {
  const { volume, searched, request, notes } = search;
  const { regex, globs, maxLines, timeLimitMs, signal } = request;
  const isSelected = compileGlobFilter(globs);
  const isExclusive = globs.some((glob) => !glob.startsWith('!'));
  const end = performance.now() + timeLimitMs;
  await assertSpareThread();
  await using thread = openMatchThread(regex);
  const matcher = createMatcher(thread, maxLines, notes);
  if (searched.kind === 'file') {
    const matched = await matcher.match(searched, basename(searched.realPath), signal);
    notes.timedOut = matcher.stalls > 0;
    if (matched !== null) yield [matched];
    return;
  }
  const paths = findPaths(volume, searched, allFiles(request));
  const pace = createPace(signal);
  const matchProposed = async (opened: OpenFile | ToolError, path: string): Promise<FoundFile | null> => {
    if (opened instanceof ToolError) {
      if (!isReplaced(opened)) notes.unreadable += 1;
      return null;
    }
    using file = opened;
    return await matcher.match(file, path, signal);
  };
  for await (const batch of paths) {
    for (const { path } of batch) {
      await pace();
      if (!(isSelected(path, false) ?? !isExclusive)) continue;
      const matched = await matchProposed(openProposed(searched, path), path);
      if (matched !== null) yield [matched];
      notes.timedOut = matcher.stalls > 0;
      if (matcher.stalls < MAX_STALLS && performance.now() < end) continue;
      notes.timedOut = true;
      return;
    }
  }
  notes.timedOut ||= paths.notes.timedOut;
  notes.unreadable += paths.notes.unreadable;
  notes.ignoreFilesSkipped += paths.notes.ignoreFilesSkipped;
}

/** Every file that the request's ignore files leave. */
function allFiles({
  ignoreFiles,
  entersIgnored,
  userExcludes = null,
  skip,
  timeLimitMs,
  signal,
}: MatchRequest): FindPathsRequest {
  const pattern = compilePathPattern('**', { dot: true, ignoreCase: false });
  const rules = { ignoreFiles, ...(entersIgnored !== undefined && { entersIgnored }), userExcludes, skip };
  return { pattern, kinds: 'files', ...rules, timeLimitMs, signal };
}

interface Matcher {
  /** Number of times that the regular expression had to be stopped. */
  readonly stalls: number;
  /** Null if no line matches, and for a binary file. */
  match(file: OpenFile, path: string, signal: AbortSignal | undefined): Promise<FoundFile | null>;
}

function createMatcher(thread: MatchThread, maxLines: number, notes: SearchNotes): Matcher {
  let stalls = 0;
  return {
    get stalls() {
      return stalls;
    },
    async match(file, path, signal) {
      const kept: ProposedLine[] = [];
      let count = 0;
      const source = await textSource(file, notes);
      if (source === null) return null;
      for await (const block of readTextBlocks(source.readAt)) {
        const { matches, stalled } = await thread.match(block.bytes, signal);
        const lines = matchingLines(block, matches);
        count += lines.length;
        for (const line of lines.slice(0, maxLines - kept.length)) kept.push(line);
        if (stalled) stalls += 1;
        if (stalls >= MAX_STALLS) break;
      }
      return count === 0 ? null : { path, count, lineCount: count, lines: kept, isRead: source.isRead };
    },
  };
}

/** Text of a file in UTF-8. */
interface TextSource extends Required<Pick<FoundFile, 'isRead'>> {
  readonly readAt: ReadAt;
}

/** Null for a file that holds no text. */
async function textSource(file: OpenFile, notes: SearchNotes): Promise<TextSource | null> {
  const content = await sniffSearched(file, notes);
  if (content === null) return null;
  const isPlain = content.bomLength > 0 || (content.encoding === 'utf-8' && content.sure);
  if (isPlain || file.size > MAX_SEARCHED_BYTES) return { readAt: await openUtf8(file), isRead: false };
  const text = await decodedText(file);
  return text === null ? null : { readAt: async (at, length) => text.subarray(at, at + length), isRead: true };
}

/**
 * Checks that this user may start one more thread, before something that would abort the process if it could not.
 * Node cannot try a thread at such low cost, but the system counts a process alike, and says so when it refuses one.
 * @throws ToolError `IO_ERROR`
 */
async function assertSpareThread(): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await new Promise((resolve, reject) => {
      spawn('/bin/sh', ['-c', ':'], { cwd: '/', env: {}, stdio: 'ignore' })
        .once('close', resolve)
        .once('error', reject);
    });
  } catch (cause) {
    const errno = errnoOf(cause);
    // Without such a shell nothing was learnt.
    if (errno !== 'EAGAIN' && !isShortage(errno)) return;
    throw new ToolError({ code: 'IO_ERROR', problem: 'processes' }, 'Cannot go on: no further process can be started', {
      cause,
    });
  }
}
