import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import { ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess, backtracksTooMuch } from '../ripgrep/ripgrep-failure.ts';
import type { UnsearchedPath } from '../ripgrep/ripgrep-messages.ts';
import {
  createCountReader,
  createLineReader,
  type OutputReader,
  type ProposedFile,
} from '../ripgrep/ripgrep-output.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../ripgrep/ripgrep-process.ts';
import type { SearchNotes } from '../walk/search-notes.ts';
import type { FindLinesRequest, FoundFile, SeenLine } from './line-search.ts';
import type { LineTarget, TargetSearch } from './line-target.ts';
import { pathKey } from './path-order.ts';

export interface RunningSearch extends TargetSearch {
  /** End of the search on the clock of `performance`. */
  readonly endMs: number;
  /** The paths of what was found so far. */
  readonly reported: Set<string>;
}

/** A part of a target. */
export interface Part {
  /** Path by which ripgrep opens an ignore file that leaves out all other files. */
  readonly ignoreFile: string;
  /** True if a path that could not be searched, or a file found there, belongs to the part. */
  readonly holds: (path: string) => boolean;
}

/** Searches one target, or a part of it. What is found of a part may lie outside of it. */
export async function* filesIn(
  search: RunningSearch,
  lineTarget: LineTarget,
  part?: Part,
): AsyncGenerator<FoundFile[]> {
  const { searched, request, notes, endMs } = search;
  const { signal } = request;
  const { directory, held, target } = lineTarget;
  const args = ripgrepArguments(request, part === undefined ? target : { ...target, ignoreFile: part.ignoreFile });
  const report = createReport(search, lineTarget);
  let counted = 0;
  const run = async function* (channel: NonNullable<RipgrepRun['channel']>): AsyncGenerator<FoundFile[], RipgrepEnd> {
    const { onUnsearched, backtracks, count } = createTally(notes, lineTarget, part);
    const reader = createReader(request, lineTarget);
    const timeLimitMs = Math.max(0, endMs - performance.now());
    const output = runRipgrep({ args, directory, held, channel, timeLimitMs, signal, onUnsearched });
    try {
      let next = await output.next();
      for (; !next.done; next = await output.next()) yield await report.unreported(reader.push(next.value));
      // If the output was truncated, its last file may be partial; drop it, the second run reports it.
      if (!next.value.isCut) yield await report.unreported(reader.end());
      if (report.isEmpty() && (await backtracks())) throw backtracksTooMuch(request.pattern);
      return next.value;
    } finally {
      counted = await count();
      await output.return({ timedOut: false, isCut: false, stderr: '' });
    }
  };

  let end = yield* run(searched.kind === 'file' ? 'pipe' : 'file');
  if (end.isCut) {
    // The second run counts again.
    notes.unreadable -= counted;
    end = yield* run('pipe');
  }
  await assertSuccess(end, request);
  notes.timedOut ||= end.timedOut;
}

/** Keeps out of what ripgrep proposes what may not be reported, and what a second run proposes again. */
function createReport({ searched, request, reported }: RunningSearch, { nameOf, allows }: LineTarget) {
  return {
    isEmpty: () => reported.size === 0,
    async unreported(proposed: readonly ProposedFile[]): Promise<FoundFile[]> {
      const files: FoundFile[] = [];
      for (const { path, ...file } of proposed) {
        const name = nameOf(path);
        if (!reported.has(name) && (await allows(name))) files.push({ ...file, path: name });
      }
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
function createTally(notes: SearchNotes, { nameOf, allows }: LineTarget, part: Part | undefined) {
  const unsearched: UnsearchedPath[] = [];
  const howMany = async (counts: (name: string, one: UnsearchedPath) => boolean): Promise<number> => {
    let count = 0;
    for (const one of unsearched) {
      const name = nameOf(Buffer.from(one.path));
      // The searched directory itself has an empty name.
      if (counts(name, one) && (name === '' || (await allows(name)))) count += 1;
    }
    return count;
  };
  return {
    /** Adds the number of files to the notes. How many a part has may be known only once it was searched. */
    async count(): Promise<number> {
      const count = await howMany((name) => part?.holds(name) ?? true);
      notes.unreadable += count;
      return count;
    },
    /** True if PCRE2 gave up in some file, since the pattern takes too many steps there. */
    backtracks: async () => (await howMany((_, { backtracks }) => backtracks)) > 0,
    onUnsearched: (one: UnsearchedPath) => void unsearched.push(one),
  };
}

/** Number of lines of a file up to `behind`: 0 for a file after it, all for a file before it. */
function seenLines(path: string, behind: SeenLine | undefined): number {
  if (behind === undefined || pathKey(path) > pathKey(behind.path)) return 0;
  return path === behind.path ? behind.line : Number.POSITIVE_INFINITY;
}

// More than a local volume reads synchronously, so that other calls go on during the read.
const CHUNK_BYTES = 2 * 1024 * 1024;

/** True if ripgrep takes a file for binary: it holds a NUL byte, and no encoding is given or marked as UTF-16. */
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
