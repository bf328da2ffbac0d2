import { createReader } from '../ripgrep/create-reader.ts';
import { ripgrepArguments } from '../ripgrep/ripgrep-arguments.ts';
import { assertSuccess, backtracksTooMuch } from '../ripgrep/ripgrep-failure.ts';
import type { UnsearchedPath } from '../ripgrep/ripgrep-messages.ts';
import type { ProposedFile } from '../ripgrep/ripgrep-output.ts';
import { type RipgrepEnd, type RipgrepRun, runRipgrep } from '../ripgrep/ripgrep-process.ts';
import type { SearchNotes } from '../walk/search-notes.ts';
import { foreignCandidates } from './foreign-candidates.ts';
import { foreignFiles } from './foreign-files.ts';
import { inPathOrder } from './in-path-order.ts';
import type { FoundFile } from './line-search.ts';
import type { LineTarget, RunningSearch } from './line-target.ts';
import { pathKey } from './path-order.ts';
import { seenLines } from './seen-lines.ts';

/** A part of a target. */
export interface Part {
  /** Path by which ripgrep opens an ignore file that leaves out all other files. */
  readonly ignoreFile: string;
  /** True if a path that could not be searched, or a file found there, belongs to the part. */
  readonly holds: (path: string) => boolean;
}

/**
 * Searches one target, or a part of it. What is found of a part may lie outside of it. Files that ripgrep takes for binary,
 * or cannot match in their encoding, are searched as every reader shows them.
 */
export async function* filesIn(
  search: RunningSearch,
  lineTarget: LineTarget,
  part?: Part,
): AsyncGenerator<FoundFile[]> {
  const { request } = search;
  const target = part === undefined ? lineTarget.target : { ...lineTarget.target, ignoreFile: part.ignoreFile };
  const run = { ...lineTarget, target };
  const candidates = await foreignCandidates(search, run);
  const texts = new Set<string>();
  const foreign = foreignFiles(search, candidates ?? [], texts);
  const own: FoundFile[] = [];
  for await (const files of foreign) own.push(...files);
  const binary = new Set<string>();
  const onBinary = candidates === null ? (path: string) => void binary.add(path) : undefined;
  const plain = plainFiles(search, run, { part, texts, onBinary });
  for (const { path } of own) search.reported.add(path);
  if (request.inOrder && own.length > 0) yield* inPathOrder([own.sort(byPath)], plain);
  else {
    if (own.length > 0) yield own;
    yield* plain;
  }
  const left: string[] = [];
  for (const path of binary) {
    const name = lineTarget.nameOf(Buffer.from(path));
    if (!search.reported.has(name) && (await lineTarget.allows(name))) left.push(name);
  }
  for await (const files of foreignFiles(search, left, texts)) {
    for (const { path } of files) search.reported.add(path);
    yield files;
  }
}

function byPath(one: FoundFile, other: FoundFile): number {
  return pathKey(one.path) < pathKey(other.path) ? -1 : 1;
}

interface PlainSearch {
  readonly part: Part | undefined;
  /** Files that are not reported: they are searched as text. */
  readonly texts: ReadonlySet<string>;
  /** Called with the path of each file that is left out for a NUL byte. */
  readonly onBinary: ((path: string) => void) | undefined;
}

/** Searches what ripgrep can read as it is. */
async function* plainFiles(
  search: RunningSearch,
  lineTarget: LineTarget,
  { part, texts, onBinary }: PlainSearch,
): AsyncGenerator<FoundFile[]> {
  const { searched, request, notes, endMs } = search;
  const { signal } = request;
  const { directory, held, target } = lineTarget;
  const flags = [...(target.flags ?? []), ...(onBinary === undefined ? [] : ['--debug'])];
  const args = ripgrepArguments(request, { ...target, flags });
  const report = createReport(search, lineTarget, texts);
  let counted = 0;
  const run = async function* (channel: NonNullable<RipgrepRun['channel']>): AsyncGenerator<FoundFile[], RipgrepEnd> {
    const { onUnsearched, backtracks, count } = createTally(notes, lineTarget, part);
    const reader = createReader(request, (path) => seenLines(lineTarget.nameOf(path), request.behind));
    const timeLimitMs = Math.max(0, endMs - performance.now());
    const output = runRipgrep({ args, directory, held, channel, timeLimitMs, signal, onUnsearched, onBinary });
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
function createReport({ reported }: RunningSearch, { nameOf, allows }: LineTarget, texts: ReadonlySet<string>) {
  return {
    isEmpty: () => reported.size === 0,
    async unreported(proposed: readonly ProposedFile[]): Promise<FoundFile[]> {
      const files: FoundFile[] = [];
      for (const { path, ...file } of proposed) {
        const name = nameOf(path);
        if (!reported.has(name) && !texts.has(name) && (await allows(name))) files.push({ ...file, path: name });
      }
      for (const { path } of files) reported.add(path);
      return files;
    },
  };
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
