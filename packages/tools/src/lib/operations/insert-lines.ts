import { type OpenFile, ToolError } from '@dragoman/fs-core';
import {
  applySplices,
  linesOf,
  piecesOf,
  readDocument,
  type Splice,
  sizeAfter,
  spliceLines,
  type TextDocument,
  textOf,
} from '@dragoman/text';
import type { Call, Session } from '../session.ts';
import { errorAbout } from './error-about.ts';
import { missingFile } from './missing-file.ts';
import { assertContentSize, assertFileSize } from './size-limits.ts';
import { linesBetweenNewlines } from './view-lines.ts';
import type { WriteFacts } from './write-facts.ts';

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

/** Lines that were inserted, or on a dry run would be. */
export interface InsertLinesOutcome extends WriteFacts {
  readonly kind: 'inserted';
  /** 1-based line of the text after the change in which the first of them stands. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** The lines of the text after the change, counted as `afterLine`, without their endings; decoded on call. */
  readonly linesAfter: () => string[];
}

/**
 * Inserts whole lines into a text file; every other byte stays as it is.
 * @throws ToolError `INVALID_RANGE`, `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`, `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
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
      const { document, splices, ...inserted } = await computeInsertion(session, current, request);
      const linesAfter = () => linesBetweenNewlines(textOf(applySplices(document, splices)));
      const result = (facts: WriteFacts): InsertLinesOutcome => ({
        kind: 'inserted',
        ...facts,
        ...inserted,
        linesAfter,
      });
      return { pieces: piecesOf(document, splices), result };
    } catch (error) {
      throw errorAbout(path, error);
    }
  });
}

interface Insertion extends Pick<InsertLinesOutcome, 'firstLine' | 'lineCount'> {
  readonly document: TextDocument;
  readonly splices: readonly Splice[];
}

async function computeInsertion(session: Session, current: OpenFile, request: InsertLinesRequest): Promise<Insertion> {
  const { path, afterLine, text } = request;
  assertFileSize(session, current, { verb: 'edit', path });
  const document = await readDocument(current);
  const lines = linesOf(document);
  const { length } = lines.texts;
  const totalLines = linesBetweenNewlines(textOf(document)).length;
  if (afterLine < 0 || afterLine > totalLines) throw outOfRange(path, afterLine, totalLines);
  const start = Math.min(afterLine, length);
  const added = linesBetweenNewlines(text.replace(/\r?\n$/, ''));
  const splices = spliceLines(document, lines, [{ start, removed: 0, added }]);
  assertContentSize(session, sizeAfter(document, splices), { verb: 'edit', path });
  return { document, splices, firstLine: start + 1, lineCount: added.length };
}

function outOfRange(path: string, afterLine: number, totalLines: number): ToolError {
  return new ToolError(
    { code: 'INVALID_RANGE', problem: 'lines', action: 'insert', path, startLine: afterLine, totalLines },
    `Cannot insert after line ${afterLine} of "${path}": it has ${totalLines} lines`,
  );
}
