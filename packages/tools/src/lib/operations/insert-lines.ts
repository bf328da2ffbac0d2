import { createPace, type OpenFile, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { ChangedLines, InsertLinesOutcome, WriteFacts } from '@dragoman/outcomes/internal/parts';
import {
  applySplices,
  linesBetweenNewlines,
  linesOf,
  readDocument,
  sizeAfter,
  spliceLines,
  type TextDocument,
  textOf,
} from '@dragoman/text/internal/text';
import type { Call, Session } from '../session.ts';
import { errorAbout } from './error-about.ts';
import { missingFile } from './missing-file.ts';
import { assertContentSize, assertFileSize } from './size-limits.ts';

/** A line of a text file, and lines to insert after it. */
export interface InsertLinesRequest {
  readonly path: string;
  /**
   * 1-based, 0 for the start. Lines are what stands between newlines, so that a text which ends in a newline has an empty
   * last line; what is inserted after that one goes to the end of the text.
   */
  readonly afterLine: number;
  /** A newline at its end closes its last line. Newlines take the file's own ending. */
  readonly text: string;
}

/**
 * Inserts whole lines into a text file; every other byte stays as it is.
 * @throws ToolError `INVALID_RANGE`, `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`, `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 * @example await insertLines(session, { path: 'a.md', afterLine: 0, text: 'one\n' }, call)
 */
export async function insertLines(
  session: Session,
  request: InsertLinesRequest,
  call: Call<InsertLinesOutcome>,
): Promise<InsertLinesOutcome> {
  const { path } = request;
  return session.update(path, call, async (current) => {
    if (current === null) throw await missingFile(session, path);
    try {
      const { changed, ...inserted } = await computeInsertion(session, current, { request, signal: call.signal });
      const result = (facts: WriteFacts): InsertLinesOutcome => ({ kind: 'inserted', ...facts, ...inserted });
      return { pieces: [changed.bytes], result };
    } catch (error) {
      throw errorAbout(path, error);
    }
  });
}

interface Insertion extends Pick<InsertLinesOutcome, 'firstLine' | 'lineCount' | 'changedLines'> {
  readonly changed: TextDocument;
}

interface Asked {
  readonly request: InsertLinesRequest;
  readonly signal: AbortSignal | undefined;
}

async function computeInsertion(session: Session, current: OpenFile, { request, signal }: Asked): Promise<Insertion> {
  const { path, afterLine, text } = request;
  const pace = createPace(signal);
  assertFileSize(session, current, { verb: 'edit', path });
  const document = await readDocument(current);
  const lines = await linesOf(document, pace);
  const { length } = lines.texts;
  const totalLines = length + (lines.isClosed ? 1 : 0);
  if (afterLine < 0 || afterLine > totalLines) throw outOfRange(path, afterLine, totalLines);
  const start = Math.min(afterLine, length);
  const added = await linesBetweenNewlines(text.replace(/\r?\n$/, ''), pace);
  const splices = await spliceLines(document, lines, { edits: [{ start, removed: 0, added }], pace });
  assertContentSize(session, await sizeAfter(document, splices, pace), { verb: 'edit', path });
  const changed = await applySplices(document, splices, pace);
  const { offsets } = lines;
  const changedLines = (context: number): ChangedLines => {
    const first = Math.max(0, start - context);
    const end = changed.bytes.length - document.bytes.length + (offsets[start + context + 1] ?? document.bytes.length);
    return { startLine: first + 1, text: textOf(changed, offsets[first], end) };
  };
  return { changed, changedLines, firstLine: start + 1, lineCount: added.length };
}

function outOfRange(path: string, afterLine: number, totalLines: number): ToolError {
  return new ToolError(
    { code: 'INVALID_RANGE', problem: 'lines', action: 'insert', path, startLine: afterLine, totalLines },
    `Cannot insert after line ${afterLine} of "${path}": it has ${totalLines} lines`,
  );
}
