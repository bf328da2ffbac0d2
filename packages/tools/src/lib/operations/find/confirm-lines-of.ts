import {
  assertNotCancelled,
  type OpenDirectory,
  type OpenFile,
  ToolError,
  yieldToEventLoop,
} from '@dragoman/fs-core/internal/kernel';
import type { ConfirmedLine, GrepFile } from '@dragoman/outcomes/internal/parts';
import type { ConfirmLinesOptions, FoundFile } from '@dragoman/search/internal/search';
import type { Confirmation } from './grep-outcome.ts';

// Lines that are read during the search are held until it ends.
const MOST_BEGUN_BYTES = 16 * 1024 * 1024;

interface Options extends ConfirmLinesOptions {
  readonly signal?: AbortSignal | undefined;
}

// Reading thousands of files takes seconds, and each is read at once.
const TURN_MS = 10;

/**
 * Makes a confirmation that reads the lines of found files again, in the directory or the file that was searched. Its
 * functions throw `CANCELLED` once the signal says so.
 */
export function confirmLinesOf(searched: OpenDirectory | OpenFile, { signal, ...options }: Options = {}): Confirmation {
  const begun = new Map<FoundFile, ReadFile>();
  let begunBytes = 0;
  let search: typeof import('@dragoman/search/internal/search') | undefined;
  let turnEnd = performance.now() + TURN_MS;

  async function letOthersRun(): Promise<void> {
    await yieldToEventLoop();
    assertNotCancelled(signal);
    turnEnd = performance.now() + TURN_MS;
  }

  async function readAgain({ path, count, lines, isRead = false }: FoundFile): Promise<ReadFile> {
    if (performance.now() >= turnEnd) await letOthersRun();
    search ??= await import('@dragoman/search/internal/search');
    const { confirmLines, isReplaced, openProposed, shownLines } = search;
    if (isRead) return { path, count, lines: shownLines(lines, options.maxShown), unconfirmed: 0 };
    const file = searched.kind === 'file' ? searched : openProposed(searched, path);
    if (file instanceof ToolError) {
      return { path, count, lines: [], unconfirmed: isReplaced(file) ? 0 : matchesIn(lines) };
    }
    using _ = file === searched ? null : file;
    const confirmed = await confirmLines(file, lines, options);
    return { path, count, lines: confirmed, unconfirmed: matchesIn(lines) - matchesIn(confirmed) };
  }

  return {
    async begin(files) {
      for (const file of files) {
        for (const { bytes } of file.lines) begunBytes += bytes.length;
        if (begunBytes > MOST_BEGUN_BYTES) return;
        begun.set(file, await readAgain(file));
      }
    },
    async confirm(files) {
      const read: ReadFile[] = [];
      // Reuse the early confirmation only if the file's lines were not truncated since (object identity).
      for (const file of files) read.push(begun.get(file) ?? (await readAgain(file)));
      return {
        files: read.flatMap(({ unconfirmed: _, ...file }) => (file.lines.length > 0 ? [file] : [])),
        unconfirmed: read.reduce((sum, { unconfirmed }) => sum + unconfirmed, 0),
      };
    },
  };
}

interface ReadFile extends GrepFile {
  /** Matching lines that were not found again. */
  readonly unconfirmed: number;
}

function matchesIn(lines: readonly Pick<ConfirmedLine, 'kind'>[]): number {
  return lines.filter(({ kind }) => kind === 'match').length;
}
