import type { FoundFile, LineSearch } from '@dragoman/search/internal/search';
import type { CallOptions } from '../../session.ts';

// More than any answer shows: answers are bounded.
const MOST_BYTES = 16 * 1024 * 1024;

export interface FileCollection {
  readonly search: LineSearch;
  /** The search ran to its end. */
  readonly isWhole: boolean;
  readonly files: FoundFile[];
  readonly lines: number;
  readonly matches: number;
}

/** Lines `[from, to)`, counted from 0 through all files in the order of their paths. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

interface CollectOptions {
  readonly span: LineSpan;
  readonly call: CallOptions;
  /** True if the search may stop here. */
  readonly isEnough?: (found: Pick<FileCollection, 'lines' | 'files'>) => boolean;
  /** Called with each batch before the next is asked for. */
  readonly onFound?: ((files: readonly FoundFile[]) => Promise<void>) | undefined;
}

/** Gathers the files of a search, and no more of their lines than the span needs. */
export async function collect(
  search: LineSearch,
  { span, call, isEnough, onFound }: CollectOptions,
): Promise<FileCollection> {
  let files: FoundFile[] = [];
  let heldLines = 0;
  let heldBytes = 0;
  let lines = 0;
  let matches = 0;
  for await (const batch of search) {
    await onFound?.(batch);
    for (const file of batch) {
      files.push(file);
      heldLines += file.lines.length;
      for (const { bytes } of file.lines) heldBytes += bytes.length;
      lines += file.lineCount;
      matches += file.count;
    }
    if (heldLines > 2 * span.to || heldBytes > 2 * MOST_BYTES) {
      files = cutBytes(cutLines(await inPathOrder(files), { from: 0, to: span.to }), span.from);
      heldLines = countLines(files);
      heldBytes = 0;
    }
    call.onProgress?.({ done: matches, message: `${matches} matches` });
    if (isEnough?.({ files, lines })) return { search, isWhole: false, files, lines, matches };
  }
  return { search, isWhole: true, files, lines, matches };
}

export function countLines(files: readonly FoundFile[]): number {
  return files.reduce((count, { lines }) => count + lines.length, 0);
}

/** The files with their lines in the span; one with all of its lines is the same as before. */
export function cutLines(files: readonly FoundFile[], { from, to }: LineSpan): FoundFile[] {
  const cut: FoundFile[] = [];
  let at = 0;
  for (const file of files) {
    const lines = file.lines.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += file.lines.length;
    if (lines.length > 0) cut.push(withLines(file, lines));
  }
  return cut;
}

function withLines(file: FoundFile, lines: FoundFile['lines']): FoundFile {
  return lines.length === file.lines.length ? file : { ...file, lines };
}

/** Leaves out lines that no answer could hold; lines before `from` do not count. */
function cutBytes(files: readonly FoundFile[], from: number): FoundFile[] {
  let at = 0;
  let bytes = 0;
  const fits = (line: FoundFile['lines'][number]): boolean => {
    if (at >= from) bytes += line.bytes.length;
    at += 1;
    return bytes <= MOST_BYTES;
  };
  return files.map((file) => withLines(file, file.lines.filter(fits))).filter(({ lines }) => lines.length > 0);
}

export async function inPathOrder(files: readonly FoundFile[]): Promise<FoundFile[]> {
  const { pathKey } = await import('@dragoman/search/internal/search');
  return files
    .map((file) => ({ file, key: pathKey(file.path) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ file }) => file);
}
