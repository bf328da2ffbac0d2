import { basename } from 'node:path';
import { decodeName, type OpenDirectory, type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
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

/** The last line that was seen, where lines are ordered by path (`pathKey`), then by number. */
export interface LinePlace {
  /** Relative to the searched directory, with `/` between names. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

export interface FindLinesRequest extends LineQuery {
  readonly ignoreFiles: IgnoreFiles;
  /** Whether files that match a glob are searched even if they are ignored, as ripgrep does. Default true. */
  readonly globsBeatIgnoreFiles?: boolean;
  /** Content of the user's own ignore file: see `readUserExcludes`. */
  readonly userExcludes?: Uint8Array | null;
  /** Names of files and directories that are left out at any depth. */
  readonly skip: ReadonlySet<string>;
  /** The most lines kept of one file; further ones are only counted. */
  readonly maxLines: number;
  /** A file is reported, and counted no further, as soon as it has more lines than this. Default: no limit. */
  readonly enough?: number;
  /** Lines up to this one are skipped; for searches without context lines. */
  readonly behind?: LinePlace;
  /** Default 20 s. */
  readonly timeLimitMs?: number;
}

/** A file with matching lines, as ripgrep reports it: `confirmLines` must read them again before they are shown. */
export interface FoundFile {
  /** Relative to the searched directory, with `/` between names; for a searched file, its name. */
  readonly path: string;
  /** Matching lines, or single matches with `onlyMatching`. */
  readonly count: number;
  /** Lines of matches and of context, kept or not; 0 where only counts were asked for. */
  readonly lineCount: number;
  readonly lines: readonly ProposedLine[];
}

/** Batches of files as they are found, in no order unless `inOrder` is set. Leaving the loop ends ripgrep. */
export interface LineSearch extends AsyncIterable<readonly FoundFile[]> {
  /** When it began, in milliseconds since the epoch. */
  readonly startedMs: number;
  /** Complete once the loop has ended. */
  readonly notes: Readonly<SearchNotes>;
}

const TIME_LIMIT_MS = 20_000;
// In so few files ripgrep is done before a second thread has started.
const FEW_FILES = 64;

/**
 * Searches the text files below a directory, or one file, with ripgrep. What it finds is only a proposal: ripgrep opens
 * by path, so it follows a link that replaces a directory while the search runs. The caller closes `searched`.
 * @throws ToolError `INVALID_PATTERN`, `INVALID_ARGUMENT` (type, encoding), `FILE_TOO_LARGE` (multiline), `CANCELLED`,
 * `IO_ERROR`; most of them in the loop
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
  // ripgrep leaves binary files out of a tree, but counts the lines of one that it is given by name.
  const withoutBinary = async (found: readonly FoundFile[]): Promise<readonly FoundFile[]> => {
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
      const reported = new Set<string>();
      const unreported = async (proposed: readonly ProposedFile[]): Promise<FoundFile[]> => {
        const files = await withoutBinary(kept(proposed, nameOf, filter));
        return files.filter(({ path }) => !reported.has(path) && reported.add(path));
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
          for (; !next.done; next = await output.next()) yield await unreported(reader.push(next.value));
          // Of a cut output the last file may be incomplete: the second run reports it as a whole.
          if (!next.value.isCut) yield await unreported(reader.end());
          if (unsearched.backtracks && reported.size === 0) throw backtracksTooMuch(request.pattern);
          return next.value;
        } finally {
          await output.return({ timedOut: false, isCut: false, stderr: '' });
        }
      };
      let end = yield* run(searched.kind === 'file' ? 'pipe' : 'file');
      if (end.isCut) {
        // The second run counts again.
        notes.unreadable = 0;
        end = yield* run('pipe');
      }
      await demandSuccess(end, request);
      notes.timedOut = end.timedOut;
      if (reported.size === 0 && searched.kind === 'file' && notes.unreadable > 0) throw unreadable(searched);
      if (reported.size === 0 && !end.timedOut) await demandOneLine(request, signal);
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
  /** Turns a path that ripgrep prints into a `FoundFile.path`. */
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
  // ripgrep's paths begin with `./`, as the path that it is given.
  const nameOf = (path: Buffer) => decodeName(path.subarray(2));
  return { directory: searched, inherited: [], target, nameOf, filter };
}

interface Tally {
  /** Whether PCRE2 gave up in some file, since the pattern takes too many steps there. */
  readonly backtracks: boolean;
  count(unsearched: Unsearched): void;
}

/** Counts the files and directories that could not be searched, except those whose lines the filter would hide. */
function createTally(notes: SearchNotes, { nameOf, filter }: Preparation): Tally {
  let backtracks = false;
  return {
    get backtracks() {
      return backtracks;
    },
    count(unsearched) {
      const name = nameOf(Buffer.from(unsearched.path));
      // The searched directory itself has an empty name.
      if (name !== '' && filter?.allows(name) === false) return;
      notes.unreadable += 1;
      backtracks ||= unsearched.backtracks;
    },
  };
}

/** How many lines of a file lie up to `behind`: 0 for a file after it, all for a file before it. */
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

/** A file that was not searched must not look as if nothing matched in it. */
function unreadable({ realPath: path }: OpenFile): ToolError {
  return new ToolError('IO_ERROR', `Cannot search "${path}": ripgrep cannot read it`, { path });
}

async function demandSuccess(end: RipgrepEnd, request: FindLinesRequest): Promise<void> {
  if (end.timedOut || end.stderr === '') return;
  const failure = await ripgrepFailure(end.stderr, request, fileTypes);
  if (failure !== null) throw failure;
}

const MAY_NAME_NEWLINE = /\\[nxu]/;

/**
 * Refuses a pattern that found nothing because it contains a newline, which no line holds. Only ripgrep's default engine
 * reports this: with `--engine=auto` the pattern goes to PCRE2, which just finds nothing.
 * @throws ToolError `INVALID_PATTERN`
 */
async function demandOneLine(request: FindLinesRequest, signal: AbortSignal | undefined): Promise<void> {
  const { pattern, literal, multiline, behind } = request;
  // A search that goes on behind a line has found that line by the same pattern.
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
