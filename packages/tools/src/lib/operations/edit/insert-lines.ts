import { ToolError } from '@dragoman/fs-core';
import type { InsertLinesOutcome } from '@dragoman/outcomes';
import type { ChangedLines } from '@dragoman/outcomes/internal/parts';
import { linesBetweenNewlines, linesOf, spliceLines, textOf } from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { type ChangingText, changeText, spliced } from './change-text.ts';

/** A line of a text file, and lines to insert after it. */
export interface InsertLinesRequest {
  readonly path: string;
  /**
   * 1-based, 0 for the start. Lines are what stands between newlines, so that a text which ends in a newline has an empty
   * last line; what is inserted after that one goes to the end of the text, and gets no newline that it has not.
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
  return changeText(session, { verb: 'edit', path: request.path, call }, async (text) => {
    const { changed, ...inserted } = await computeInsertion(text, request);
    return { changed, result: (facts) => ({ kind: 'inserted', ...facts, ...inserted }) };
  });
}

async function computeInsertion(text: ChangingText, { path, afterLine, text: given }: InsertLinesRequest) {
  const { document, pace } = text;
  const lines = await linesOf(document, pace);
  const { length } = lines.texts;
  const totalLines = length + (lines.isClosed ? 1 : 0);
  if (afterLine < 0 || afterLine > totalLines) throw outOfRange(path, afterLine, totalLines);
  const start = Math.min(afterLine, length);
  const added = await linesBetweenNewlines(given.replace(/\r?\n$/, ''), pace);
  const leavesOpen = afterLine > length && !given.endsWith('\n');
  const splices = await spliceLines(document, lines, { edits: [{ start, removed: 0, added }], pace, leavesOpen });
  const changed = await spliced(text, splices);
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
