import { ToolError } from '@dragoman/fs-core';
import {
  type DocumentEdit,
  findIndentedLines,
  lfOnly,
  linesOf,
  spliceLines,
  type TextDocument,
  textOf,
} from '@dragoman/text/internal/text';
import { type ChangingText, spliced } from './change-text.ts';

/** An edit by whole lines. */
export interface LinesRequest {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly occurrences: number | 'any';
}

/** An edit of a document, and how its place was found if not exactly. */
export interface ComputedEdit extends DocumentEdit {
  readonly matched?: 'whitespace';
}

/**
 * Edits lines that equal the old text but for white space at their ends; null if there are none, or if it is not sure what
 * they are to become.
 * @throws ToolError `AMBIGUOUS_MATCH` if they stand in several places, and one is asked for
 */
export async function editIndentedLines(
  text: ChangingText,
  { path, occurrences, ...texts }: LinesRequest,
): Promise<ComputedEdit | null> {
  const { document, pace } = text;
  if (occurrences !== 1 && occurrences !== 'any') return null;
  const [oldText, newText] = [await lfOnly(texts.oldText, pace), await lfOnly(texts.newText, pace)];
  const lines = await linesOf(document, pace);
  const { places, edit } = await findIndentedLines(lines, { oldText, newText }, pace);
  if (places > 1 && occurrences === 1) {
    const details = { path, actual: places, expected: 1, lines: [] };
    throw new ToolError({ code: 'AMBIGUOUS_MATCH', ...details }, `Cannot edit "${path}": ${places} places match`);
  }
  if (edit === null) return null;
  const splices = await spliceLines(document, lines, { edits: [edit], pace });
  const place = { from: splices[0]?.from ?? 0, to: splices[0]?.to ?? 0, startLine: edit.start + 1 };
  return { document, found: [place], changed: await spliced(text, splices), matched: 'whitespace' };
}

/** The changed document, with the newline at its end that the edit took away from it. An emptied one stays empty. */
export function withLastNewline(document: TextDocument, changed: TextDocument): TextDocument {
  const ending = lastNewline(document);
  const isEmpty = changed.bytes.length <= changed.format.bomLength;
  if (ending === '' || isEmpty || lastNewline(changed) !== '') return changed;
  return { ...changed, bytes: Buffer.concat([changed.bytes, changed.codec.encode(ending)]) };
}

function lastNewline(document: TextDocument): string {
  const { bytes, format } = document;
  // Enough for a CRLF in any encoding.
  const end = textOf(document, Math.max(format.bomLength, bytes.length - 4));
  return /\r?\n$/.exec(end)?.[0] ?? '';
}
