import { resolve } from 'node:path';
import { type OpenFile, ToolError, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { PageOutcome } from '@dragoman/outcomes';
import { countAllLines, findLine, type SniffedText, sniff } from '@dragoman/text/internal/text';
import { openPage, type PageBookmark, type RequestedLines, sealPage } from '../../paging/page-bookmark.ts';
import { type AskedLimits, pageLimits } from '../../paging/page-limits.ts';
import { readTextPage } from '../../paging/text-page.ts';
import type { Call, Session } from '../../session.ts';
import { openFile } from './open-file.ts';
import { readAtRest } from './read-at-rest.ts';

/** A file or lines of it, and how much of them one page may hold. */
export interface ReadPageRequest {
  readonly path: string;
  /** 1-based; default 1. */
  readonly startLine?: number;
  /** Inclusive; past the last line, or left out, it means the last line. */
  readonly endLine?: number;
  readonly limits: AskedLimits;
  /** Continuation from the page before, of the same path; the lines need not be given again. */
  readonly continuation?: string;
  /** Counts the lines of the file, unless it is over the size limit. */
  readonly countAll: boolean;
}

/**
 * Reads as much of a text file as the limits let through. Time and memory depend on the page, not on the file.
 * @throws ToolError `INVALID_RANGE`, `INVALID_ARGUMENT`, `STALE_CONTINUATION`, `UNSUPPORTED_FILE`, `IS_DIRECTORY`,
 * `CONFLICT` if the file changes each time
 * @example await readPage(session, { path: 'a.md', limits: { maxTokens: 1000, maxBytes: null, maxLines: null }, countAll: false }, call)
 */
export async function readPage(session: Session, request: ReadPageRequest, call: Call): Promise<PageOutcome> {
  const { path } = request;
  return await readAtRest(
    path,
    () => openFile(session, path),
    (file) => readPageOf(session, { ...request, file }, call),
  );
}

async function readPageOf(
  session: Session,
  request: ReadPageRequest & { readonly file: OpenFile },
  call: Call,
): Promise<PageOutcome> {
  const { file, path, continuation } = request;
  const { maxFileSize } = session.limits;
  const mayCount = file.size <= maxFileSize;
  const format = await assertText(file, path);
  const version = await versionOf(file, { maxBytes: maxFileSize });
  const bookmarked = { path, absolutePath: resolve(session.resolve(path)), version };
  const { position, lines } =
    continuation === undefined
      ? await beginning(file, format, { ...request, mayCount })
      : assertSameLines(await openPage(bookmarked, continuation), request);
  const limits = pageLimits(request.limits, call, { path });
  const page = await readTextPage(file, format, { position, endLine: lines.endLine, limits, signal: call.signal });
  if (call.requireRead) await session.ledger.saw(file);
  const endLine = position.line + page.usage.lines - 1;
  return {
    kind: 'page',
    path,
    realPath: file.realPath,
    content: page.text,
    startLine: position.line,
    endLine,
    startsMidLine: position.isMidLine,
    endsMidLine: page.next?.isMidLine ?? false,
    totalLines: request.countAll && mayCount ? await countAllLines(file, format) : page.isAtEnd ? endLine : null,
    totalBytes: file.size,
    encoding: page.encoding,
    version,
    truncatedBy: page.truncatedBy,
    limits,
    usage: page.usage,
    continuation: page.next && (await sealPage(bookmarked, { position: page.next, lines })),
  };
}

async function assertText(file: OpenFile, path: string): Promise<SniffedText> {
  const content = await sniff(file);
  if (content.kind === 'text') return content;
  const { mimeType } = content;
  throw new ToolError({ code: 'UNSUPPORTED_FILE', path, size: file.size, mimeType }, `Cannot read "${path}": no text`);
}

/** The position where the first page begins. An empty file may be read from line 1, as if that existed. */
async function beginning(
  file: OpenFile,
  format: SniffedText,
  request: ReadPageRequest & { readonly mayCount: boolean },
): Promise<PageBookmark> {
  const { path, startLine = 1, endLine = null, mayCount } = request;
  if (startLine < 1 || (endLine !== null && endLine < startLine)) {
    throw invalidRange(path, { startLine, endLine }, mayCount ? await countAllLines(file, format) : null);
  }
  const found = await findLine(file, format, startLine);
  const isEmpty = 'totalLines' in found && found.totalLines === 0 && startLine === 1;
  if ('totalLines' in found && !isEmpty) throw invalidRange(path, { startLine, endLine }, found.totalLines);
  const offset = 'offset' in found ? found.offset : file.size;
  return { position: { offset, line: startLine, isMidLine: false }, lines: { startLine, endLine } };
}

function invalidRange(path: string, lines: RequestedLines, totalLines: number | null): ToolError {
  const { startLine, endLine } = lines;
  const asked = endLine === null ? `from line ${startLine}` : `lines ${startLine} to ${endLine}`;
  const has = totalLines === null ? '' : `: it has ${totalLines} lines`;
  return new ToolError(
    {
      code: 'INVALID_RANGE',
      problem: 'lines',
      action: 'read',
      path,
      startLine,
      ...(endLine !== null && { endLine }),
      ...(totalLines !== null && { totalLines }),
    },
    `Cannot read ${asked} of "${path}"${has}`,
  );
}

/** A continuation stands for the lines that were asked for first: a call that gives lines again must give the same. */
function assertSameLines(bookmark: PageBookmark, request: ReadPageRequest): PageBookmark {
  const { startLine, endLine } = bookmark.lines;
  const isSame =
    (request.startLine === undefined || request.startLine === startLine) &&
    (request.endLine === undefined || request.endLine === endLine);
  if (isSame) return bookmark;
  const message = `The continuation goes on in lines ${startLine} to ${endLine ?? 'the last'}: name these, or none`;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'continuation-range', startLine, endLine }, message);
}
