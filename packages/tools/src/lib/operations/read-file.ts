import type { OpenDirectory, OpenFile } from '@dragoman/fs-core';
import {
  countAllLines,
  type Line,
  readLines,
  type Sniffed,
  sniff,
  type TextFormat,
  ToolError,
} from '@dragoman/fs-core';
import type { Call, Session } from '../session.ts';
import { errorAbout } from './error-about.ts';
import { listTree, type TreeEntry } from './list-tree.ts';
import { assertFileSize } from './size-limits.ts';

/** A path, which part of a text file to read, and how other kinds of files are taken. */
export interface ReadFileRequest {
  readonly path: string;
  /** 1-based; if it is left out, reading starts at line 1 and an empty file is no error. */
  readonly startLine?: number;
  /** 1-based and inclusive; beyond the last line means the last line. */
  readonly endLine?: number;
  /** The most lines to return where no `endLine` is given. */
  readonly maxLines: number;
  /** In code points; longer lines are cut. */
  readonly maxLineLength: number;
  /** How many levels of a directory to list; without it a directory is `IS_DIRECTORY`. */
  readonly listDepth?: number;
  /** Throws `UNSUPPORTED_FILE` for binary content other than images. */
  readonly refuseBinary?: boolean;
  /** A start past the last line gives no lines, and is no error. */
  readonly allowPastEnd?: boolean;
  /** Counts the lines of the whole file even where only some were asked for. */
  readonly countLines?: boolean;
  /** A PDF comes whole, as an image does. */
  readonly pdfAsMedia?: boolean;
  /** A file named `.svg` is an image; otherwise it is the text that it holds. */
  readonly svgAsImage?: boolean;
}

/** What a path leads to. */
export type ReadFileOutcome = TextOutcome | ImageOutcome | BinaryOutcome | DirectoryOutcome;

export interface FileFacts {
  /** As the caller gave it. */
  readonly path: string;
  readonly realPath: string;
  /** Bytes. */
  readonly size: number;
}

/** Lines of a text file. */
export interface TextOutcome extends FileFacts {
  readonly kind: 'text';
  /** 1-based number of the first of `lines`. */
  readonly startLine: number;
  readonly lines: readonly Line[];
  /** The lines with their endings, as one text; null if it is not at hand, as where one is cut. */
  readonly text: string | null;
  /** Lines follow the last of `lines`. */
  readonly more: boolean;
  /** The limit on the response's size ended the lines before the range did. */
  readonly isBounded: boolean;
  /** Null if nobody needed to count them. */
  readonly totalLines: number | null;
  readonly encoding: string;
  /** Whether the caller asked for certain lines. */
  readonly isRange: boolean;
}

/** A whole file that a client can show: an image, or a PDF as media. */
export interface ImageOutcome extends FileFacts {
  readonly kind: 'image';
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** A file that cannot be shown: only its size and type are known. */
export interface BinaryOutcome extends FileFacts {
  readonly kind: 'binary';
  readonly mimeType: string | null;
}

/** A directory, with the entries below it down to the depth asked for. */
export interface DirectoryOutcome {
  readonly kind: 'directory';
  readonly path: string;
  readonly realPath: string;
  readonly entries: readonly TreeEntry[];
}

// Common clients end the connection over 9 MB of base64, in which three bytes become four characters.
const MAX_IMAGE_BYTES = ((9 * 1024 * 1024) / 4) * 3;

// Enough for at least one line, however small the response must be, and for what a client counts in characters.
const LEAST_READ_BYTES = 128 * 1024;

/** Reads what a path leads to: lines of text, an image, the kind of another binary file, or a directory's tree. */
export function readFile(session: Session, request: ReadFileRequest, call: Call): Promise<ReadFileOutcome> {
  return readFileUnless<never>(session, request, call, () => null);
}

/** As `readFile`, but `special` may give another outcome for a file; null leaves the file to `readFile`. */
export async function readFileUnless<Special>(
  session: Session,
  request: ReadFileRequest,
  call: Call,
  special: (file: OpenFile, content: Sniffed) => Promise<Special | null> | null,
): Promise<ReadFileOutcome | Special> {
  using node = await session.volume.open(session.resolve(request.path), { for: 'content' });
  if (node.kind === 'directory') return readDirectory(node, request);
  assertFileSize(session, node, { verb: 'read', path: request.path });
  try {
    const content = await sniff(node);
    const outcome = (await special(node, content)) ?? (await readContent(node, content, request, call));
    if (call.requireRead) await session.ledger.saw(node);
    return outcome;
  } catch (error) {
    throw errorAbout(request.path, error);
  }
}

async function readContent(
  node: OpenFile,
  content: Sniffed,
  request: ReadFileRequest,
  call: Call,
): Promise<ReadFileOutcome> {
  const facts = { path: request.path, realPath: node.realPath, size: node.size };
  if (content.kind === 'image') return readImage(node, request.path, content.mimeType);
  if (content.kind === 'pdf' && request.pdfAsMedia) return readImage(node, request.path, 'application/pdf');
  if (content.kind !== 'text') {
    const mimeType = content.kind === 'pdf' ? 'application/pdf' : content.mimeType;
    if (request.refuseBinary) throw unsupported(facts, mimeType);
    return { ...facts, kind: 'binary', mimeType };
  }
  // No model's service accepts an empty image.
  if (request.svgAsImage && node.size > 0 && isSvg(node.realPath, request.path))
    return readImage(node, request.path, 'image/svg+xml');
  return readText(node, content, request, call);
}

/** The lines of a text file that were asked for, and no more of them than the response can carry. */
export async function readText(
  file: OpenFile,
  format: TextFormat,
  request: ReadFileRequest,
  call: Call,
): Promise<TextOutcome> {
  const { path, startLine, endLine, maxLines, maxLineLength } = request;
  const first = startLine ?? 1;
  const last = endLine ?? first + maxLines - 1;
  const isRange = startLine !== undefined || endLine !== undefined;
  if (first < 1 || (endLine ?? first) < first) throw invalidRange(request, await countAllLines(file, format));
  const { lines, text, more, totalLines, encoding } = await readLines(file, format, {
    startLine: first,
    endLine: last,
    maxLineLength,
    maxBytes: Math.max(call.maxResponseSize, LEAST_READ_BYTES),
    countAll: !isRange || request.countLines === true,
  });
  if (startLine !== undefined && lines.length === 0 && !request.allowPastEnd)
    throw invalidRange(request, totalLines ?? 0);
  return {
    kind: 'text',
    path,
    realPath: file.realPath,
    size: file.size,
    startLine: first,
    lines,
    text,
    more,
    isBounded: more && first + lines.length <= last,
    totalLines,
    encoding,
    isRange,
  };
}

function readDirectory(directory: OpenDirectory, { path, listDepth }: ReadFileRequest): DirectoryOutcome {
  if (listDepth === undefined) {
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot read "${path}": is a directory`);
  }
  return { kind: 'directory', path, realPath: directory.realPath, entries: listTree(directory, listDepth) };
}

async function readImage(file: OpenFile, path: string, mimeType: string): Promise<ImageOutcome> {
  if (file.size > MAX_IMAGE_BYTES) {
    const details = { path, size: file.size, limit: MAX_IMAGE_BYTES, meaning: '9 MB of base64' };
    throw new ToolError({ code: 'FILE_TOO_LARGE', ...details }, `Cannot read "${path}": over the size limit`);
  }
  const data = new Uint8Array(file.size);
  const count = await file.read(data, 0);
  return { kind: 'image', path, realPath: file.realPath, size: file.size, mimeType, data: data.subarray(0, count) };
}

function unsupported({ path, size }: FileFacts, mimeType: string | null): ToolError {
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, size, mimeType }, `Cannot read "${path}": binary content`);
}

function isSvg(realPath: string, path: string): boolean {
  return /\.svg$/i.test(realPath) || /\.svg$/i.test(path);
}

function invalidRange({ path, startLine = 1, endLine }: ReadFileRequest, totalLines: number): ToolError {
  const details = {
    problem: 'lines',
    action: 'read',
    path,
    startLine,
    ...(endLine !== undefined && { endLine }),
    totalLines,
  } as const;
  return new ToolError(
    { code: 'INVALID_RANGE', ...details },
    `Cannot read from line ${startLine} of "${path}": it has ${totalLines} lines`,
  );
}
