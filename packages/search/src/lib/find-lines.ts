import { basename } from 'node:path';
import { decodeName, type OpenDirectory, type OpenFile, type Volume } from '@dragoman/fs-core';
import type { IgnoreFiles } from './ignore-files.ts';
import { isBinary } from './is-binary.ts';
import { countLargeFiles, demandMultilineSize } from './large-files.ts';
import { pathKey } from './path-order.ts';
import { createResultFilter, type ResultFilter } from './result-filter.ts';
import { type LineQuery, ripgrepArguments, type Target } from './ripgrep-arguments.ts';
import { backtracksTooMuch, ripgrepFailure } from './ripgrep-failure.ts';
import type { Unsearched } from './ripgrep-messages.ts';
import {
  createCountReader,
  createLineReader,
  type OutputReader,
  type ProposedFile,
  type ProposedLine,
} from './ripgrep-output.ts';
import { inheritedPath, type RipgrepEnd, type RipgrepRun, runRipgrep } from './ripgrep-process.ts';
import { createNotes, type SearchNotes } from './search-notes.ts';
import { demandSearchable } from './searchable.ts';

/** A line; what comes behind it, in the order of paths (`pathKey`) and lines, has not been seen yet. */
export interface LinePlace {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

export interface FindLinesRequest extends LineQuery {
  readonly ignoreFiles: IgnoreFiles;
  /** Whether what fits a glob is searched although it is ignored, as ripgrep does. Default true. */
  readonly globsBeatIgnoreFiles?: boolean;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null;
  /** Names that are neither searched nor entered. */
  readonly skip: ReadonlySet<string>;
  /** The most lines kept of one file; the rest is counted. */
  readonly maxLines: number;
  /** A file is reported as soon as it has more lines than these, which is as far as it is counted. Default: all count. */
  readonly enough?: number;
  /** Matching lines up to this one are passed over; without context. */
  readonly behind?: LinePlace;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

/** A file with matching lines, as ripgrep proposes it: `confirmLines` reads again what is to be shown. */
export interface FoundFile {
  /** Relative to the searched directory, with `/` between names; the name of the searched file. */
  readonly path: string;
  /** Matching lines, or matches where only those were asked for. */
  readonly count: number;
  /** Lines of matches and of context, kept or not; 0 where only counts were asked for. */
  readonly lineCount: number;
  readonly lines: readonly ProposedLine[];
}

/** Batches of files, as they are found, in no order unless one was asked for. Leaving the loop ends ripgrep. */
export interface LineSearch extends AsyncIterable<readonly FoundFile[]> {
  /** When it began, in milliseconds since the epoch. */
  readonly startedMs: number;
  /** Complete when the loop is. */
  readonly notes: Readonly<SearchNotes>;
}

const TIME_LIMIT_MS = 20_000;
// For these ripgrep is done before a second thread is.
const FEW_FILES = 64;

/**
 * Searches the text files in a directory, or one file, with ripgrep. What it finds is a proposal: it opens by path,
 * and was seen to follow a directory that was exchanged for a link. The opened thing stays the caller's to close.
 * @throws ToolError `INVALID_PATTERN`, `INVALID_ARGUMENT` (type, encoding), `FILE_TOO_LARGE` (multiline), `CANCELLED`
 */
export function findLines(
  volume: Volume,
  searched: OpenDirectory | OpenFile,
  request: FindLinesRequest,
  signal?: AbortSignal,
): LineSearch {
  demandSearchable(request);
  if (request.multiline && searched.kind === 'file') demandMultilineSize(searched);
  const notes = createNotes();
  // Of a file that it is pointed at, ripgrep counts the lines though it is binary; in a tree it leaves such files out.
  const text = async (found: readonly FoundFile[]): Promise<readonly FoundFile[]> => {
    const mayBeBinary = searched.kind === 'file' && request.result === 'counts' && found.length > 0;
    return mayBeBinary && (await isBinary(searched, request.encoding)) ? [] : found;
  };
  return {
    startedMs: Date.now(),
    notes,
    async *[Symbol.asyncIterator]() {
      const preparation = await prepare(volume, searched, request, notes);
      const { target, nameOf, filter } = preparation;
      const endMs = performance.now() + (request.timeLimitMs ?? TIME_LIMIT_MS);
      const told = new Set<string>();
      const news = async (proposed: readonly ProposedFile[]): Promise<FoundFile[]> => {
        const files = await text(kept(proposed, nameOf, filter));
        return files.filter(({ path }) => !told.has(path) && told.add(path));
      };
      const run = async function* (
        channel: NonNullable<RipgrepRun['channel']>,
      ): AsyncGenerator<FoundFile[], RipgrepEnd> {
        const { directory, inherited } = preparation;
        const unsearched = createTally(notes, preparation);
        const reader = createReader(request, nameOf);
        const args = ripgrepArguments(request, target);
        const timeLimitMs = Math.max(0, endMs - performance.now());
        const output = runRipgrep({
          args,
          directory,
          inherited,
          channel,
          timeLimitMs,
          signal,
          onUnsearched: unsearched.count,
        });
        try {
          let next = await output.next();
          for (; !next.done; next = await output.next()) yield await news(reader.push(next.value));
          // A file that was cut off comes again, whole.
          if (!next.value.isCut) yield await news(reader.end());
          if (unsearched.backtracks && told.size === 0) throw backtracksTooMuch(request.pattern);
          return next.value;
        } finally {
          await output.return({ timedOut: false, isCut: false, stderr: '' });
        }
      };
      let end = yield* run(searched.kind === 'file' ? 'pipe' : 'file');
      if (end.isCut) {
        notes.unreadable = 0;
        end = yield* run('pipe');
      }
      await demandSuccess(end, request);
      notes.timedOut = end.timedOut;
      if (told.size === 0 && !end.timedOut) await demandOneLine(request, signal);
      if (request.multiline && searched.kind === 'directory') {
        notes.tooLarge = await countLargeFiles(volume, searched, request, signal);
      }
    },
  };
}

function createReader(request: FindLinesRequest, nameOf: Preparation['nameOf']): OutputReader {
  if (request.result === 'counts') return createCountReader();
  const { maxLines, enough, behind, onlyMatching } = request;
  return createLineReader({ maxLines, enough, onlyMatching, seenTo: (path) => seenLines(nameOf(path), behind) });
}

interface Preparation {
  readonly directory?: OpenDirectory;
  readonly inherited: readonly number[];
  readonly target: Target;
  /** The name of what ripgrep calls by this path. */
  readonly nameOf: (path: Buffer) => string;
  /** Null for a single file. */
  readonly filter: ResultFilter | null;
}

async function prepare(
  volume: Volume,
  searched: OpenDirectory | OpenFile,
  request: FindLinesRequest,
  notes: SearchNotes,
): Promise<Preparation> {
  if (searched.kind === 'file') {
    const target = { paths: [inheritedPath(0)], isSmall: true, leaveOut: [] };
    const nameOf = () => basename(searched.realPath);
    return { inherited: [searched.descriptor], target, nameOf, filter: null };
  }
  const { ignoreFiles, userExcludes, skip, globsBeatIgnoreFiles = true } = request;
  const globs = globsBeatIgnoreFiles ? (request.globs ?? []) : [];
  const rules = { ignoreFiles, userExcludes };
  const filter = await createResultFilter({ volume, directory: searched, ...rules, skip, globs, notes });
  const isSmall = filter.fileCount !== null && filter.fileCount <= FEW_FILES;
  const target = { paths: ['./'], isSmall, leaveOut: [...skip, ...filter.prunes] };
  // Each begins with `./`, as what was asked for.
  const nameOf = (path: Buffer) => decodeName(path.subarray(2));
  return { directory: searched, inherited: [], target, nameOf, filter };
}

interface Tally {
  /** The pattern took too many steps in some file. */
  readonly backtracks: boolean;
  count(unsearched: Unsearched): void;
}

/** Counts what could not be searched, and could have been shown. */
function createTally(notes: SearchNotes, { nameOf, filter }: Preparation): Tally {
  let backtracks = false;
  return {
    get backtracks() {
      return backtracks;
    },
    count(unsearched) {
      const name = nameOf(Buffer.from(unsearched.path));
      // The searched directory itself has none.
      if (name !== '' && filter?.allows(name) === false) return;
      notes.unreadable += 1;
      backtracks ||= unsearched.backtracks;
    },
  };
}

/** The last line of a file that was seen before. */
function seenLines(path: string, behind: LinePlace | undefined): number {
  if (behind === undefined || pathKey(path) > pathKey(behind.path)) return 0;
  return path === behind.path ? behind.line : Number.POSITIVE_INFINITY;
}

function kept(
  files: readonly ProposedFile[],
  nameOf: (path: Buffer) => string,
  filter: ResultFilter | null,
): FoundFile[] {
  return files
    .map((file) => ({ ...file, path: nameOf(file.path) }))
    .filter(({ path }) => filter === null || filter.allows(path));
}

async function demandSuccess(end: RipgrepEnd, request: FindLinesRequest): Promise<void> {
  if (end.timedOut || end.stderr === '') return;
  const failure = await ripgrepFailure(end.stderr, request, fileTypes);
  if (failure !== null) throw failure;
}

const MAY_NAME_NEWLINE = /\\[nxu]/;

/**
 * Refuses a pattern that found nothing since it names a newline, which no line holds: with `auto`, ripgrep hands it to
 * the engine that says nothing of it.
 */
async function demandOneLine(request: FindLinesRequest, signal: AbortSignal | undefined): Promise<void> {
  const { pattern, literal, multiline, behind } = request;
  // What is passed over was found by the same pattern.
  if (literal || multiline || behind !== undefined || !MAY_NAME_NEWLINE.test(pattern)) return;
  const args = ['--no-config', '--engine=default', '--regex-size-limit=10M', `--regexp=${pattern}`, '--', '-'];
  const output = runRipgrep({ args, timeLimitMs: 5_000, signal });
  let next = await output.next();
  while (!next.done) next = await output.next();
  if (next.value.stderr.includes('is not allowed in a regex')) await demandSuccess(next.value, request);
}

/** The names of ripgrep's file types. */
async function fileTypes(): Promise<readonly string[]> {
  const output = runRipgrep({ args: ['--no-config', '--type-list'], timeLimitMs: 5_000, signal: undefined });
  let text = '';
  for await (const chunk of output) text += chunk.toString();
  return [...text.matchAll(/^[^:\n]+(?=:)/gm)].map(([name]) => name);
}
