import { demandNotCancelled, letOtherWorkRun, type OpenDirectory, type OpenFile } from '@dragoman/fs-core';
import type { ConfirmLinesOptions, FoundFile } from '@dragoman/search';
import type { Confirmation, GrepFile } from './grep.ts';

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
  const begun = new Map<FoundFile, GrepFile>();
  let begunBytes = 0;
  let search: typeof import('@dragoman/search') | undefined;
  let turnEnd = performance.now() + TURN_MS;

  async function letOthersRun(): Promise<void> {
    await letOtherWorkRun();
    demandNotCancelled(signal);
    turnEnd = performance.now() + TURN_MS;
  }

  async function read({ path, count, lines }: FoundFile): Promise<GrepFile> {
    if (performance.now() >= turnEnd) await letOthersRun();
    search ??= await import('@dragoman/search');
    const { confirmLines, openProposed } = search;
    if (searched.kind === 'file') return { path, count, lines: await confirmLines(searched, lines, options) };
    using file = openProposed(searched, path);
    return { path, count, lines: file === null ? [] : await confirmLines(file, lines, options) };
  }

  return {
    async begin(files) {
      for (const file of files) {
        for (const { bytes } of file.lines) begunBytes += bytes.length;
        if (begunBytes > MOST_BEGUN_BYTES) return;
        begun.set(file, await read(file));
      }
    },
    async confirm(files) {
      const confirmed: GrepFile[] = [];
      // One of which lines were left out since, because there were too many, is not the same any more.
      for (const file of files) confirmed.push(begun.get(file) ?? (await read(file)));
      return confirmed.filter(({ lines }) => lines.length > 0);
    },
  };
}
