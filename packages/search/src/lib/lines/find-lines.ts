import { type OpenDirectory, type OpenFile, ToolError, type Volume } from '@dragoman/fs-core';
import { MAX_SEARCHED_BYTES } from '../ripgrep/limits.ts';
import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess } from '../ripgrep/ripgrep-failure.ts';
import { runRipgrep } from '../ripgrep/ripgrep-process.ts';
import { createNotes } from '../walk/search-notes.ts';
import { filesIn } from './files-in.ts';
import { decodedText, searchDecoded } from './foreign-files.ts';
import { inPathOrder } from './in-path-order.ts';
import { assertMultilineSize, countLargeFiles } from './large-files.ts';
import type { FindLinesRequest, FoundFile, LineSearch } from './line-search.ts';
import { type LineTarget, openLineTarget, type RunningSearch, type TargetSearch } from './line-target.ts';
import { narrowedFiles } from './narrowed-files.ts';
import { sniffSearched } from './sniff-searched.ts';
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
  const below = searched.kind === 'file' ? linesOf(searched, running, lineTarget) : narrowedFiles(running, lineTarget);
  if (above.length > 0 && inOrder) yield* inPathOrder([above], below);
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

/** Searches one file as every reader shows it; nothing is found in one that holds no text. */
async function* linesOf(file: OpenFile, search: RunningSearch, lineTarget: LineTarget): AsyncGenerator<FoundFile[]> {
  const content = await sniffSearched(file, search.notes);
  if (content === null) return;
  const { encoding, bomLength, sure } = content;
  // ripgrep knows UTF-8, and UTF-16 with a mark. More than it holds in memory it reads in the encoding that it is given.
  const isPlain = bomLength > 0 || (encoding === 'utf-8' && sure) || file.size > MAX_SEARCHED_BYTES;
  const text = isPlain || search.request.encoding !== undefined ? null : await decodedText(file);
  if (text === null) return yield* filesIn(search, lineTarget);
  const found = await searchDecoded(search, [{ path: lineTarget.nameOf(Buffer.alloc(0)), text }]);
  for (const { path } of found) search.reported.add(path);
  yield found;
}

/** A file that was not searched must not look as if nothing matched in it. */
function unreadable({ realPath: path }: OpenFile): ToolError {
  return new ToolError(
    { code: 'IO_ERROR', problem: 'unsearchable', path },
    `Cannot search "${path}": ripgrep cannot read it`,
  );
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
