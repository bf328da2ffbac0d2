import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { ReadFileOutcome, TextOutcome } from '@dragoman/outcomes';
import {
  type ContentKind,
  countAllLines,
  guessOf,
  readLines,
  sniff,
  type TextFormat,
} from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { errorAbout } from './error-about.ts';
import { withLastLine } from './last-line.ts';
import { openFile } from './open-file.ts';
import { openOfficeText } from './read-office.ts';
import { assertPdfOpens, type PageRange } from './read-pdf.ts';
import { type OtherImages, readMedia, readPicture } from './read-picture.ts';
import { showsAll } from './shows-all.ts';
import { assertFileSize } from './size-limits.ts';

/** A path, which lines of a text to read, and the form in which other content comes. */
export interface ReadFileRequest {
  readonly path: string;
  readonly window: LineWindow;
  readonly as: ContentForms;
  /** Pixels of the largest side of a picture, if the session sets none. Default 8000. */
  readonly maxPictureSide?: number;
  /** Pages of a PDF, sheets of a workbook or slides of a presentation. Default: all. */
  readonly pages?: PageRange | undefined;
}

/** Lines of a text. */
export interface LineWindow {
  /** 1-based; if it is left out, reading starts at line 1 and an empty file is no error. */
  readonly startLine?: number;
  /** 1-based and inclusive; beyond the last line means the last line. */
  readonly endLine?: number;
  /** The most lines to return if no `endLine` is given. */
  readonly maxLines: number;
  /** Code points of a line; longer lines are cut. */
  readonly maxLineLength: number;
  /** Answer to a start past the last line: `INVALID_RANGE`, as by default, or no lines. */
  readonly pastEnd?: 'refuse' | 'empty';
  /** Counts the lines of the whole file even if only some were asked for. */
  readonly countAll?: boolean;
  /** True if the caller asked for these lines: they are read whatever the size of the file. Default: the size is limited. */
  readonly isPart?: boolean;
  /** A newline at the end begins one more line, which is empty. */
  readonly hasLastLine?: boolean;
  /** Bytes: a larger text is refused. */
  readonly maxTextSize?: number;
}

/** The form of content that is no text, or not only. */
export interface ContentForms {
  /** Answer for binary content other than images: its size and type, or `UNSUPPORTED_FILE`. */
  readonly binary: 'facts' | 'refuse';
  /** `binary`: like any other binary content. Default: whole. */
  readonly image?: 'media' | 'binary';
  /** Media types of pictures that are handed over beside those that all models see. Default: none. */
  readonly otherImages?: OtherImages;
  /** `media`: whole, as an image comes, if it opens. By default it is binary content like any other. */
  readonly pdf?: 'binary' | 'media';
  /** `text`: the text of a Word document, an Excel workbook or a PowerPoint presentation. By default it is binary. */
  readonly office?: 'binary' | 'text';
  /** Answer for a file named `.svg`. Default: the text that it holds. */
  readonly svg?: 'text' | 'image';
}

// Enough for at least one line, however small the response must be, and for what a client counts in characters.
const LEAST_READ_BYTES = 128 * 1024;

/**
 * Reads a file: lines of text, an image, or the kind of other binary content.
 * @example await readFile(session, { path: 'a.md', window: { maxLines: 100, maxLineLength: 2000 }, as: { binary: 'facts' } }, call)
 */
export async function readFile(session: Session, request: ReadFileRequest, call: Call): Promise<ReadFileOutcome> {
  using file = await openFile(session, request.path);
  return await readOpened(session, { file, request, call });
}

/** An open file, and what is asked of it. */
export interface ReadContext {
  readonly file: OpenFile;
  readonly request: ReadFileRequest;
  readonly call: Call;
}

/** Gives another outcome for some files; null leaves a file to `readOpened`. */
export type Special<Outcome> = (content: ContentKind) => Promise<Outcome | null> | null;

/** Reads an open file like `readFile` does. */
export async function readOpened<Other = never>(
  session: Session,
  reading: ReadContext,
  special: Special<Other> = () => null,
): Promise<ReadFileOutcome | Other> {
  const { file, request, call } = reading;
  const { path, window } = request;
  try {
    const content = await sniff(file);
    const inParts = content.kind === 'text' && window.isPart !== undefined;
    if (!inParts || !window.isPart) assertFileSize(session, file, { verb: 'read', path, inParts });
    const outcome = (await special(content)) ?? (await readContent(session, reading, content));
    if (call.requireRead || call.remembersReads) await session.ledger.saw(file, showsAll(outcome, call));
    return outcome;
  } catch (error) {
    throw errorAbout(path, error);
  }
}

async function readContent(session: Session, reading: ReadContext, content: ContentKind): Promise<ReadFileOutcome> {
  const { file, request, call } = reading;
  const { path, as } = request;
  if (content.kind === 'text') {
    // No model's service accepts an empty image.
    assertTextSize(file, request);
    const isImage = as.svg === 'image' && file.size > 0 && (isSvg(file.realPath) || isSvg(path));
    return isImage ? readMedia(file, { path, mimeType: 'image/svg+xml' }) : readText(reading, content);
  }
  const { kind, mimeType } = content;
  if (kind === 'image' && as.image !== 'binary') {
    const { otherImages: others } = as;
    const { signal } = call;
    return readPicture(session, file, { path, mimeType, others, maxSide: request.maxPictureSide, signal });
  }
  if (kind === 'pdf' && as.pdf === 'media') {
    await assertPdfOpens(file, call.signal);
    return readMedia(file, { path, mimeType });
  }
  if (as.office === 'text') {
    const text = await openOfficeText(file, { path, mimeType, pages: request.pages, signal: call.signal });
    if (text !== null) return { ...(await readText({ ...reading, file: text.file }, text.format)), size: file.size };
  }
  const facts = { path, size: file.size, mimeType };
  if (as.binary === 'facts') return { ...facts, kind: 'binary', realPath: file.realPath };
  throw new ToolError({ code: 'UNSUPPORTED_FILE', ...facts }, `Cannot read "${path}": binary content`);
}

function assertTextSize({ size }: OpenFile, { path, window }: ReadFileRequest): void {
  const { maxTextSize: limit = Number.POSITIVE_INFINITY } = window;
  if (size <= limit) return;
  const failure = { code: 'FILE_TOO_LARGE', path, size, limit, operation: 'read' } as const;
  throw new ToolError(failure, `Cannot read "${path}": over the size of what is read whole`);
}

/** The lines of a text file that were asked for, and no more of them than the response can carry. */
export async function readText({ file, request, call }: ReadContext, format: TextFormat): Promise<TextOutcome> {
  const { path, window } = request;
  const { startLine, endLine, maxLines, maxLineLength, pastEnd = 'refuse', countAll = false } = window;
  const first = startLine ?? 1;
  const last = endLine ?? first + maxLines - 1;
  const isRange = startLine !== undefined || endLine !== undefined;
  if (first < 1 || (endLine ?? first) < first) throw invalidRange(request, await countAllLines(file, format));
  const range = {
    startLine: first,
    endLine: last,
    maxLineLength,
    maxBytes: Math.max(call.maxResponseSize, LEAST_READ_BYTES),
    countAll: countAll || !isRange,
  };
  const some = await readLines(file, format, range);
  // A line that no response can carry is cut.
  const isTooLong = some.lines.length === 0 && some.more;
  const one = { startLine: first, endLine: first, maxLineLength: range.maxBytes, countAll };
  const read = isTooLong ? await readLines(file, format, one) : some;
  const { lines, more, totalLines, encoding } = window.hasLastLine
    ? await withLastLine({ file, format }, range, read)
    : read;
  if (startLine !== undefined && lines.length === 0 && pastEnd === 'refuse') {
    throw invalidRange(request, totalLines ?? 0);
  }
  return {
    kind: 'text',
    path,
    realPath: file.realPath,
    size: file.size,
    startLine: first,
    lines,
    more,
    isBounded: more && first + lines.length <= last,
    totalLines,
    encoding,
    ...guessOf(file),
    isRange,
  };
}

function isSvg(path: string): boolean {
  return /\.svg$/i.test(path);
}

function invalidRange({ path, window }: ReadFileRequest, totalLines: number): ToolError {
  const { startLine = 1, endLine } = window;
  const lines = { startLine, ...(endLine !== undefined && { endLine }), totalLines };
  return new ToolError(
    { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, ...lines },
    `Cannot read from line ${startLine} of "${path}": it has ${totalLines} lines`,
  );
}
