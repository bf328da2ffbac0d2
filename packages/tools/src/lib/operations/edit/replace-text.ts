import { ToolError } from '@dragoman/fs-core';
import type { ReplaceTextOutcome } from '@dragoman/outcomes';
import {
  changedLines,
  differingLines,
  findOccurrences,
  findSimilarText,
  type List,
  lfOnly,
  type Occurrence,
  replaceOccurrences,
} from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { type ChangingText, changeText, spliced } from './change-text.ts';
import { type ComputedEdit, editIndentedLines, withLastNewline } from './indented-lines.ts';

/** The text to find in a file, and the text that replaces it. */
export interface ReplaceTextRequest {
  readonly path: string;
  /** Literal; LF matches CRLF too. */
  readonly oldText: string;
  /** Literal; newlines take the file's own ending. */
  readonly newText: string;
  /** Number of occurrences there must be: exactly so many, or `any` number from one up. */
  readonly occurrences: number | 'any';
  /**
   * Applies rules for whole lines: where nothing matches, lines that differ in indentation alone do (`editIndentedLines`);
   * a text that ended in a newline still does; equal texts are an error where they are found.
   */
  readonly byLines?: boolean;
  /** Number of matching places whose lines an `AMBIGUOUS_MATCH` gives. Default 10. */
  readonly mostPlaces?: number;
}

/**
 * Replaces text in a file; every byte outside the replaced places stays as it is.
 * @throws ToolError `NOT_FOUND` (details: `candidates`), `NO_MATCH` (details: `nearest`, the places most like the old
 * text), `AMBIGUOUS_MATCH` and `COUNT_MISMATCH` (details: `actual`, `expected`, and `lines` of the first places),
 * `UNENCODABLE`
 * @example await replaceText(session, { path: 'a.md', oldText: 'one', newText: 'two', occurrences: 'any' }, call)
 */
export async function replaceText(
  session: Session,
  request: ReplaceTextRequest,
  call: Call<ReplaceTextOutcome>,
): Promise<ReplaceTextOutcome> {
  const { path } = request;
  if (request.oldText === '') {
    const details = { path, problem: 'empty-old-text' } as const;
    throw new ToolError({ code: 'INVALID_ARGUMENT', ...details }, `Cannot edit "${path}": the old text is empty`);
  }
  return changeText(session, { verb: 'edit', path, call }, async (text) => {
    const edit = await computeEdit(text, request);
    return { changed: edit.changed, result: (facts) => ({ kind: 'edit', ...facts, ...describe(edit, request) }) };
  });
}

/** Computes an edit of a text. @throws ToolError `NO_MATCH`, `AMBIGUOUS_MATCH`, `COUNT_MISMATCH`, `UNENCODABLE` */
export async function computeEdit(text: ChangingText, request: ReplaceTextRequest): Promise<ComputedEdit> {
  const { document, pace } = text;
  const { byLines = false, newText } = request;
  const oldText = byLines ? await lfOnly(request.oldText, pace) : request.oldText;
  const found = await findOccurrences(document, oldText, pace);
  const indented = byLines && found.length === 0 ? await editIndentedLines(text, request) : null;
  if (indented !== null) return indented;
  await assertCount(text, found, request);
  if (byLines && oldText === (await lfOnly(newText, pace))) throw equalTexts(request.path);
  const splices = await replaceOccurrences(document, found, { newText, pace });
  const changed = await spliced(text, splices);
  return { document, found, changed: byLines ? withLastNewline(document, changed) : changed };
}

/** The error for an edit that would change nothing. */
export function equalTexts(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', path, problem: 'equal-texts' },
    'The old and the new text are equal: there is nothing to change',
  );
}

async function assertCount(
  { document, pace }: ChangingText,
  found: List<Occurrence>,
  request: ReplaceTextRequest,
): Promise<void> {
  const { path, oldText, occurrences, mostPlaces = 10 } = request;
  const actual = found.length;
  if (actual === 0) {
    const nearest = await findSimilarText(document, oldText, pace);
    throw new ToolError({ code: 'NO_MATCH', path, nearest }, `Cannot edit "${path}": the old text was not found`);
  }
  if (occurrences === 'any' || occurrences === actual) return;
  const lines = Array.from({ length: Math.min(mostPlaces, actual) }, (_, index) => found.at(index)?.startLine ?? 0);
  const details = { path, actual, expected: occurrences, lines };
  if (occurrences === 1)
    throw new ToolError({ code: 'AMBIGUOUS_MATCH', ...details }, `Cannot edit "${path}": ${actual} places match`);
  throw new ToolError(
    { code: 'COUNT_MISMATCH', ...details },
    `Cannot edit "${path}": ${actual} places match, not ${occurrences}`,
  );
}

function describe(edit: ComputedEdit, request: ReplaceTextRequest) {
  const { document, found, changed } = edit;
  const first = found.at(0) ?? { from: document.format.bomLength, startLine: 1 };
  return {
    replacements: found.length,
    differingLines: (context: number) => differingLines({ document, changed, first }, context),
    changedLines: (context: number) => changedLines(edit, context),
    firstLine: first.startLine,
    firstLineCount: lineCountOf(request),
    ...(edit.matched && { matched: edit.matched }),
  };
}

/** Number of lines that hold a part of the new text; none if whole lines are deleted. */
function lineCountOf({ oldText, newText }: ReplaceTextRequest): number {
  if (newText === '' && oldText.endsWith('\n')) return 0;
  let newlines = 0;
  for (let at = newText.indexOf('\n'); at !== -1; at = newText.indexOf('\n', at + 1)) newlines += 1;
  return newlines + (newText.endsWith('\n') ? 0 : 1);
}
