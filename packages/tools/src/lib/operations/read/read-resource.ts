import { type OpenFile, ToolError, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { ResourceData, ResourceOutcome, ResourceText } from '@dragoman/outcomes/internal/parts';
import { type ContentKind, countAllLines, findLine, type SniffedText, sniff } from '@dragoman/text/internal/text';
import { readTextPage, type TextPage } from '../../paging/text-page.ts';
import type { CallOptions, Session } from '../../session.ts';
import { childrenOf } from '../list/children.ts';
import { errorAbout } from './error-about.ts';
import { readAtRest } from './read-at-rest.ts';
import { readShown } from './read-media.ts';
import type { LineSpan } from './read-part.ts';
import { readMedia } from './read-picture.ts';
import { assertFileSize } from './size-limits.ts';

/** A file or a directory that is read as a resource. */
export interface ReadResourceRequest {
  readonly path: string;
  /** Null for all of it. */
  readonly lines: LineSpan | null;
  /** UTF-8 bytes of the largest text. */
  readonly maxTextBytes: number;
  /** The most entries of a directory. */
  readonly maxEntries: number;
}

const OTHER = 'application/octet-stream';

/**
 * Reads what a path leads to: text, whole or some of its lines, other content as it is, and pictures as models are shown
 * them. A text that is read whole counts as read.
 * @throws ToolError `FILE_TOO_LARGE` (details of a text: `lines` that can be read at once), `INVALID_RANGE`,
 * `IS_DIRECTORY` for lines of a directory, `UNSUPPORTED_FILE` for lines of what is no text; as `Volume.open`
 */
export async function readResource(
  session: Session,
  request: ReadResourceRequest,
  call: CallOptions,
): Promise<ResourceOutcome> {
  const { path, lines, maxEntries: limit } = request;
  const { signal } = call;
  return await readAtRest<Awaited<ReturnType<Session['volume']['open']>>, ResourceOutcome>(
    path,
    () => session.volume.open(session.resolve(path), { for: 'content', signal }),
    async (node) => {
      if (node.kind === 'file') return await readFileAs(session, { ...request, file: node, signal });
      if (lines !== null) throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot read lines of "${path}"`);
      return { kind: 'directory', ...(await childrenOf(session, { directory: node, after: null, limit }, call)) };
    },
  );
}

interface FileRequest extends ReadResourceRequest, Pick<CallOptions, 'signal'> {
  readonly file: OpenFile;
}

async function readFileAs(session: Session, request: FileRequest): Promise<ResourceText | ResourceData> {
  const { file, path, lines, signal } = request;
  try {
    const content = await sniff(file);
    const maxBytes = session.limits.maxFileSize;
    const read =
      content.kind === 'text' ? await readText(session, request, content) : await readData(session, request, content);
    const version = await versionOf(file, { maxBytes, ...(signal && { signal }) });
    if (read.kind === 'text' && lines === null) await session.ledger.saw(file, true);
    return { ...read, realPath: file.realPath, version };
  } catch (error) {
    throw errorAbout(path, error);
  }
}

type Content<Of> = Omit<Of, 'realPath' | 'version'>;

async function readData(
  session: Session,
  { file, path, lines }: FileRequest,
  { kind, mimeType }: Exclude<ContentKind, SniffedText>,
): Promise<Content<ResourceData>> {
  const { size } = file;
  if (lines !== null)
    throw new ToolError({ code: 'UNSUPPORTED_FILE', path, size, mimeType }, `Cannot read lines of "${path}": no text`);
  assertFileSize(session, file, { verb: 'read', path });
  const shown = kind === 'image' ? await readShown(session, file, { path, mimeType }) : null;
  const whole = shown ?? (await readMedia(file, { path, mimeType: kind === 'pdf' ? mimeType : OTHER }));
  return { kind: 'data', mimeType: whole.mimeType, data: whole.data };
}

async function readText(session: Session, request: FileRequest, format: SniffedText): Promise<Content<ResourceText>> {
  const { file, path, lines, maxTextBytes, signal } = request;
  const from = lines?.from ?? 1;
  const found = await findLine(file, format, from);
  // An empty text has a first line, as if that existed.
  if ('totalLines' in found && (found.totalLines > 0 || from > 1)) throw noLine(path, from, found.totalLines);
  const page = await readTextPage(file, format, {
    position: { offset: 'offset' in found ? found.offset : file.size, line: from, isMidLine: false },
    endLine: lines !== null && Number.isFinite(lines.to) ? lines.to : null,
    limits: boundOf(maxTextBytes),
    signal,
  });
  assertWhole(session, request, page);
  const endLine = from + page.usage.lines - 1;
  const isCounted = file.size <= session.limits.maxFileSize;
  const totalLines = page.isAtEnd ? endLine : isCounted ? await countAllLines(file, format) : null;
  return { kind: 'text', text: page.text, encoding: page.encoding, startLine: from, endLine, totalLines };
}

/** Only the bytes of a page count. */
function boundOf(maxBytes: number) {
  return {
    maxTokens: null,
    maxBytes,
    maxLines: null,
    maxJsonBytes: Number.POSITIVE_INFINITY,
    bytesBoundBy: 'response',
    linesBoundBy: 'response',
  } as const;
}

/** @throws ToolError `FILE_TOO_LARGE` for a text over a limit, with the lines of it that are within */
function assertWhole(session: Session, { file, path, lines, maxTextBytes }: FileRequest, page: TextPage): void {
  const { maxFileSize } = session.limits;
  const isLarge = lines === null && file.size > maxFileSize;
  if (page.next === null && !isLarge) return;
  const startLine = lines?.from ?? 1;
  const endLine = startLine + page.usage.lines - (page.next?.isMidLine ? 2 : 1);
  const failure = {
    code: 'FILE_TOO_LARGE',
    operation: 'read',
    path,
    size: file.size,
    limit: isLarge ? maxFileSize : maxTextBytes,
    ...(isLarge && { bound: 'file-size' as const }),
    ...(endLine >= startLine && { lines: { startLine, endLine } }),
  } as const;
  throw new ToolError(failure, `Cannot read "${path}": over the limit`);
}

function noLine(path: string, startLine: number, totalLines: number): ToolError {
  const failure = { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine, totalLines } as const;
  return new ToolError(failure, `Cannot read from line ${startLine} of "${path}": it has ${totalLines} lines`);
}
