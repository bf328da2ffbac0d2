import { createPace, type OpenFile, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { DirectoryOutcome, ImageOutcome, SizedTreeOutcome, ViewedLines } from '@dragoman/outcomes';
import {
  countAllLines,
  guessOf,
  linesBetweenNewlines,
  readDocument,
  readLines,
  sniff,
  type TextFormat,
  textOf,
} from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { listed } from '../list/list-tree.ts';
import { sizedTree } from '../list/sized-tree.ts';
import { errorAbout } from './error-about.ts';
import { openEither } from './open-file.ts';
import { readPicture } from './read-picture.ts';
import { assertFileSize } from './size-limits.ts';

/** A path, and which lines of a text to view. */
export interface ViewLinesRequest {
  readonly path: string;
  /** Null for all of them. */
  readonly range: ViewedRange | null;
}

/** Lines of a text, 1-based, both included. */
export interface ViewedRange {
  readonly startLine: number;
  /** Null for the last line. */
  readonly endLine: number | null;
  /** Answer for lines that the text does not have: `INVALID_RANGE`, or they are left out. */
  readonly pastEnd: 'refuse' | 'leave-out';
}

/**
 * Views lines of a text, or an image; of a directory what lies in it, without hidden entries and `node_modules`.
 * @example await viewLinesOrTree(session, { path: 'a.md', range: null }, call)
 */
export async function viewLinesOrTree(
  session: Session,
  request: ViewLinesRequest,
  call: Call,
): Promise<ViewedLines | ImageOutcome | DirectoryOutcome> {
  const { path } = request;
  using node = await openEither(session, path, call.signal);
  if (node.kind === 'file') return await viewOpened(session, { file: node, request, call });
  return await listed(path, { directory: node, depth: LEVELS }, call);
}

/**
 * Views like `viewLinesOrTree`, but lists a directory with sizes, and shows no image.
 * @example await viewLinesOrSizes(session, { path: '.', range: null }, call)
 */
export async function viewLinesOrSizes(
  session: Session,
  request: ViewLinesRequest,
  call: Call,
): Promise<ViewedLines | SizedTreeOutcome> {
  const { path } = request;
  using node = await openEither(session, path, call.signal);
  if (node.kind === 'directory') return await sizedTree(session, { path, directory: node, depth: LEVELS }, call);
  return await viewText(session, { file: node, request, call });
}

/** Number of levels of a directory that are listed. */
const LEVELS = 2;

interface ViewContext {
  readonly file: OpenFile;
  readonly request: ViewLinesRequest;
  readonly call: Call;
}

async function viewOpened(session: Session, viewing: ViewContext): Promise<ViewedLines | ImageOutcome> {
  const { file, request } = viewing;
  const { path } = request;
  try {
    const content = await sniff(file);
    if (content.kind !== 'image') return await viewText(session, viewing);
    assertFileSize(session, file, { verb: 'read', path });
    return await readPicture(session, file, { path, mimeType: content.mimeType });
  } catch (error) {
    throw errorAbout(path, error);
  }
}

async function viewText(session: Session, { file, request, call }: ViewContext): Promise<ViewedLines> {
  const { path, range } = request;
  try {
    const content = await sniff(file);
    const inParts = content.kind === 'text';
    if (!inParts || range === null) assertFileSize(session, file, { verb: 'read', path, inParts });
    if (content.kind !== 'text') throw binary({ path, size: file.size }, content.mimeType);
    const isLarge = file.size > session.limits.maxFileSize;
    const viewed = isLarge
      ? await viewPart(file, content, { request, call })
      : await viewWhole(file, { request, call });
    if (call.requireRead) await session.ledger.saw(file);
    const { realPath, size } = file;
    return { kind: 'viewed', path, realPath, size, ...viewed, ...guessOf(file) };
  } catch (error) {
    throw errorAbout(path, error);
  }
}

type Lines = Pick<ViewedLines, 'encoding' | 'totalLines' | 'startLine' | 'lines'>;

async function viewWhole(file: OpenFile, { request, call }: Omit<ViewContext, 'file'>): Promise<Lines> {
  const document = await readDocument(file);
  const lines = await linesBetweenNewlines(textOf(document), createPace(call.signal));
  const { startLine, last } = windowIn(lines.length, request);
  const { encoding } = document.format;
  return { encoding, totalLines: lines.length, startLine, lines: lines.slice(startLine - 1, last) };
}

/** Views lines of a file of any size, as far as the response can carry them. */
async function viewPart(
  file: OpenFile,
  format: TextFormat,
  { request, call: { maxResponseSize } }: Omit<ViewContext, 'file'>,
): Promise<Lines> {
  const bounds = { maxLineLength: maxResponseSize, maxBytes: maxResponseSize };
  const count = await countAllLines(file, format);
  const end = await readLines(file, format, { startLine: count, endLine: count, ...bounds });
  const isClosed = end.lines.at(-1)?.ending !== '';
  const totalLines = count + (isClosed ? 1 : 0);
  const { startLine, last } = windowIn(totalLines, request);
  const some = await readLines(file, format, { startLine, endLine: last, ...bounds });
  // A line that no response can carry is cut.
  const one = { startLine, endLine: startLine, maxLineLength: maxResponseSize };
  const { lines, encoding, more } = some.lines.length === 0 && some.more ? await readLines(file, format, one) : some;
  const texts = lines.map(({ text }) => text);
  return { encoding, totalLines, startLine, lines: isClosed && last === totalLines && !more ? [...texts, ''] : texts };
}

/** The lines to view of so many, both included. @throws ToolError `INVALID_RANGE` */
function windowIn(totalLines: number, { path, range }: ViewLinesRequest): { startLine: number; last: number } {
  if (range === null) return { startLine: 1, last: totalLines };
  const { startLine, endLine, pastEnd } = range;
  const last = endLine ?? totalLines;
  if (pastEnd === 'leave-out') {
    const first = Math.max(1, startLine);
    return { startLine: first, last: Math.max(first - 1, last) };
  }
  if (startLine < 1 || startLine > totalLines || last > totalLines || last < startLine) {
    const asked = { startLine, ...(endLine !== null && { endLine }), totalLines };
    throw new ToolError(
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, ...asked },
      `Cannot read lines ${startLine} to ${last} of "${path}": it has ${totalLines}`,
    );
  }
  return { startLine, last };
}

function binary({ path, size }: { readonly path: string; readonly size: number }, mimeType: string | null): ToolError {
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, size, mimeType }, `Cannot read "${path}": binary content`);
}
