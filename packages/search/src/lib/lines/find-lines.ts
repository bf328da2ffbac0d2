import { type OpenDirectory, type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
import { type LineQuery, ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess, backtracksTooMuch } from '../ripgrep/ripgrep-failure.ts';
import type { Unsearched } from '../ripgrep/ripgrep-messages.ts';
import {
  createCountReader,
  createLineReader,
  type OutputReader,
  type ProposedFile,
} from '../ripgrep/ripgrep-output.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../ripgrep/ripgrep-process.ts';
import { createNotes, type SearchNotes } from '../walk/search-notes.ts';
import { assertMultilineSize, countLargeFiles } from './large-files.ts';
import type { FindLinesRequest, FoundFile, LineSearch, SeenLine } from './line-search.ts';
import { type LineTarget, openLineTarget, type TargetSearch } from './line-target.ts';
import { pathKey } from './path-order.ts';
import { assertValidQuery } from './validate-query.ts';

const TIME_LIMIT_MS = 20_000;

/**
 * Searches the text files below a directory, or one file, with ripgrep. What it finds is only a proposal: ripgrep opens
 * by path, so it follows a link that replaces a directory while the search runs. The caller closes `searched`.
 * @throws ToolError `INVALID_PATTERN`, `INVALID_ARGUMENT` (type, encoding), `FILE_TOO_LARGE` (multiline), `CANCELLED`,
 * `IO_ERROR`; most of them in the loop
 */
export function findLines(volume: Volume, searched: OpenDirectory | OpenFile, request: FindLinesRequest): LineSearch {
  assertValidQuery(request);
  if (request.multiline && searched.kind === 'file') assertMultilineSize(searched);
  const notes = createNotes();
  return {
    startedMs: Date.now(),
    notes,
    [Symbol.asyncIterator]: () => foundFiles({ volume, searched, request, notes }),
  };
}

async function* foundFiles(search: TargetSearch): AsyncGenerator<FoundFile[]> {
  const { volume, searched, request, notes } = search;
  const { signal, inOrder = false } = request;
  using lineTarget = await openLineTarget(search);
  const { over } = lineTarget;
  const running = {
    ...search,
    endMs: performance.now() + (request.timeLimitMs ?? TIME_LIMIT_MS),
    reported: new Set<string>(),
  };
  const above: FoundFile[] = [];
  if (over !== undefined) for await (const files of filesIn(running, over)) above.push(...files);
  const below = filesIn(running, lineTarget);
  if (above.length > 0 && inOrder) yield* inPathOrder(above, below);
  else {
    if (above.length > 0) yield above;
    yield* below;
  }
  const isEmpty = running.reported.size === 0;
  if (isEmpty && searched.kind === 'file' && notes.unreadable > 0) throw unreadable(searched);
  // A continuation need not validate the pattern: an earlier page already matched with it.
  if (isEmpty && !notes.timedOut && !request.behind) await assertOneLine(request, signal);
  if (request.multiline && searched.kind === 'directory') {
    notes.tooLarge += await countLargeFiles(volume, searched, request);
  }
}

interface RunningSearch extends TargetSearch {
  /** On the clock of `performance`. */
  readonly endMs: number;
  /** The paths of what was found so far. */
  readonly reported: Set<string>;
}

/** Searches one target. */
async function* filesIn(search: RunningSearch, lineTarget: LineTarget): AsyncGenerator<FoundFile[]> {
  const { searched, request, notes, endMs } = search;
  const { signal } = request;
  const { directory, held, target } = lineTarget;
  const args = ripgrepArguments(request, target);
  const report = createReport(search, lineTarget);
  const unreadableBefore = notes.unreadable;
  const run = async function* (channel: NonNullable<RipgrepRun['channel']>): AsyncGenerator<FoundFile[], RipgrepEnd> {
    const { onUnsearched, backtracks } = createTally(notes, lineTarget);
    const reader = createReader(request, lineTarget);
    const timeLimitMs = Math.max(0, endMs - performance.now());
    const output = runRipgrep({ args, directory, held, channel, timeLimitMs, signal, onUnsearched });
    try {
      let next = await output.next();
      for (; !next.done; next = await output.next()) yield await report.unreported(reader.push(next.value));
      // If the output was truncated, its last file may be partial; drop it, the second run reports it.
      if (!next.value.isCut) yield await report.unreported(reader.end());
      if (backtracks() && report.isEmpty()) throw backtracksTooMuch(request.pattern);
      return next.value;
    } finally {
      await output.return({ timedOut: false, isCut: false, stderr: '' });
    }
  };

  let end = yield* run(searched.kind === 'file' ? 'pipe' : 'file');
  if (end.isCut) {
    // The second run counts again.
    notes.unreadable = unreadableBefore;
    end = yield* run('pipe');
  }
  await assertSuccess(end, request);
  notes.timedOut ||= end.timedOut;
}

/** Merges files into others; both come in the order of paths. */
async function* inPathOrder(
  files: readonly FoundFile[],
  others: AsyncIterable<readonly FoundFile[]>,
): AsyncGenerator<FoundFile[]> {
  const waiting = files.map((file) => ({ file, key: pathKey(file.path) }));
  for await (const batch of others) {
    const merged: FoundFile[] = [];
    for (const other of batch) {
      const key = pathKey(other.path);
      const first = waiting.findIndex((each) => each.key > key);
      merged.push(...waiting.splice(0, first === -1 ? waiting.length : first).map(({ file }) => file), other);
    }
    yield merged;
  }
  yield waiting.map(({ file }) => file);
}

/** Keeps out of what ripgrep proposes what may not be reported, and what a second run proposes again. */
function createReport({ searched, request, reported }: RunningSearch, { nameOf, allows }: LineTarget) {
  return {
    isEmpty: () => reported.size === 0,
    async unreported(proposed: readonly ProposedFile[]): Promise<FoundFile[]> {
      const named = proposed.map(({ path, ...file }) => ({ ...file, path: nameOf(path) }));
      const files = named.filter(({ path }) => allows(path) && !reported.has(path));
      if (files.length === 0 || (await isLeftOut(searched, request))) return [];
      for (const { path } of files) reported.add(path);
      return files;
    },
  };
}

/** ripgrep leaves binary files out of a tree, but counts the lines of one that it is given by name. */
async function isLeftOut(searched: OpenDirectory | OpenFile, request: FindLinesRequest): Promise<boolean> {
  return searched.kind === 'file' && request.result === 'counts' && (await isBinary(searched, request.encoding));
}

function createReader(request: FindLinesRequest, { nameOf }: LineTarget): OutputReader {
  if (request.result === 'counts') return createCountReader();
  const { maxLines, enough, behind, onlyMatching } = request;
  return createLineReader({ maxLines, enough, onlyMatching, seenTo: (path) => seenLines(nameOf(path), behind) });
}

/** Counts the files and directories that could not be searched, except those whose lines would not be reported. */
function createTally(notes: SearchNotes, { nameOf, allows }: LineTarget) {
  let backtracked = false;
  return {
    /** Whether PCRE2 gave up in some file, since the pattern takes too many steps there. */
    backtracks: () => backtracked,
    onUnsearched({ path, backtracks }: Unsearched): void {
      const name = nameOf(Buffer.from(path));
      // The searched directory itself has an empty name.
      if (name !== '' && !allows(name)) return;
      notes.unreadable += 1;
      backtracked ||= backtracks;
    },
  };
}

/** How many lines of a file lie up to `behind`: 0 for a file after it, all for a file before it. */
function seenLines(path: string, behind: SeenLine | undefined): number {
  if (behind === undefined || pathKey(path) > pathKey(behind.path)) return 0;
  return path === behind.path ? behind.line : Number.POSITIVE_INFINITY;
}

/** A file that was not searched must not look as if nothing matched in it. */
function unreadable({ realPath: path }: OpenFile): ToolError {
  return new ToolError(
    { code: 'IO_ERROR', problem: 'unsearchable', path },
    `Cannot search "${path}": ripgrep cannot read it`,
  );
}

// More than a local volume reads synchronously, so that other calls go on during the read.
const CHUNK_BYTES = 2 * 1024 * 1024;

/** Whether ripgrep takes a file for binary: it holds a NUL byte, and no encoding is given or marked as UTF-16. */
async function isBinary(file: OpenFile, encoding: string | undefined): Promise<boolean> {
  if (encoding !== undefined) return false;
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, file.size));
  for (let position = 0; position < file.size; position += chunk.length) {
    const count = await file.read(chunk, position);
    if (position === 0 && isMarkedUtf16(chunk)) return false;
    if (count === 0) break;
    if (chunk.subarray(0, count).includes(0)) return true;
  }
  return false;
}

function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

const MAY_NAME_NEWLINE = /\n|\\[nxu]/;

/**
 * Refuses a pattern that found nothing because it contains a newline, which no line holds. Only ripgrep's default engine
 * reports this: with `--engine=auto` the pattern goes to PCRE2, which just finds nothing.
 * @throws ToolError `INVALID_PATTERN`
 */
async function assertOneLine(query: LineQuery, signal: AbortSignal | undefined): Promise<void> {
  const { pattern, literal, multiline } = query;
  if (literal || multiline || !MAY_NAME_NEWLINE.test(pattern)) return;
  const args = ['--no-config', '--engine=default', '--regex-size-limit=10M', `--regexp=${pattern}`, '--', '-'];
  const output = runRipgrep({ args, timeLimitMs: 5_000, signal });
  let next = await output.next();
  while (!next.done) next = await output.next();
  if (next.value.stderr.includes('is not allowed in a regex')) await assertSuccess(next.value, query);
}
