import {
  applySplices,
  type DocumentLines,
  findOccurrences,
  linesOf,
  readDocument,
  replaceOccurrences,
  spliceLines,
  type TextDocument,
  ToolError,
  textOf,
} from '@dragoman/fs-core';
import type { Session, WriteCall } from '../session.ts';
import { errorAbout } from './error-about.ts';
import { missingFile } from './missing-file.ts';
import { assertContentSize, assertFileSize } from './size-limits.ts';
import type { WriteFacts } from './write-facts.ts';

/** A file, and edits that are made one after the other, each on what the one before has left. */
export interface EditInTurnRequest {
  readonly path: string;
  readonly edits: readonly TextEdit[];
}

export interface TextEdit {
  /** Found as it stands, whatever the line endings; else as whole lines, whatever the white space at their ends. */
  readonly oldText: string;
  readonly newText: string;
}

/** Edits that were made, or on a dry run would be. */
export interface EditInTurnOutcome extends WriteFacts {
  readonly kind: 'edits';
  readonly edits: number;
  /** Decoded on call, as `after`. */
  readonly before: () => string;
  readonly after: () => string;
}

/**
 * Makes all edits of a file, or none; every byte outside of the replaced places stays as it is.
 * @throws ToolError `INVALID_ARGUMENT` for an empty old text; `NO_MATCH` and `AMBIGUOUS_MATCH` (details: `oldText`);
 * `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`, `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 */
export async function editInTurn(
  session: Session,
  { path, edits }: EditInTurnRequest,
  call: WriteCall<EditInTurnOutcome>,
): Promise<EditInTurnOutcome> {
  for (const { oldText } of edits) if (oldText === '') throw emptyText(path);
  return session.update(path, call, async (current) => {
    if (current === null) throw await missingFile(session, path);
    try {
      assertFileSize(session, current, { verb: 'edit', path });
      const before = await readDocument(current);
      let after = before;
      for (const edit of edits) {
        after = edited(after, edit, path);
        assertContentSize(session, after.bytes.length, { verb: 'edit', path });
      }
      const texts = { before: () => textOf(before), after: () => textOf(after) };
      return {
        pieces: [after.bytes],
        result: (facts) => ({ kind: 'edits', ...facts, edits: edits.length, ...texts }),
      };
    } catch (error) {
      throw errorAbout(path, error);
    }
  });
}

function edited(document: TextDocument, { oldText, newText }: TextEdit, path: string): TextDocument {
  // A text with nothing but CRLF would match CRLF alone.
  const found = findOccurrences(document, oldText.replaceAll('\r\n', '\n'));
  if (found.length === 1) return applySplices(document, replaceOccurrences(document, found, newText));
  if (found.length > 1) {
    const lines = Array.from({ length: Math.min(10, found.length) }, (_, at) => found.at(at)?.startLine ?? 0);
    throw ambiguous({ path, oldText, actual: found.length, lines });
  }
  const lines = linesOf(document);
  const places = placesOf(document, lines, linesIn(oldText));
  const [start] = places;
  if (start === undefined) {
    throw new ToolError(
      { code: 'NO_MATCH', path, nearest: [], oldText },
      `Cannot edit "${path}": the old text was not found`,
    );
  }
  if (places.length > 1) {
    const first = places.slice(0, 10).map((place) => place + 1);
    throw ambiguous({ path, oldText, actual: places.length, lines: first });
  }
  return withLines(document, lines, { start, oldText, newText });
}

function linesIn(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n');
}

/** The 0-based lines at which lines stand that are equal but for white space at both ends. */
function placesOf(document: TextDocument, { texts }: DocumentLines, sought: readonly string[]): number[] {
  const trimmed = sought.map((line) => line.trim());
  const lines = texts.map((line) => line.trim());
  // What follows a last newline counts as a line, an empty one.
  if (endsInNewline(document)) lines.push('');
  const places: number[] = [];
  for (let start = 0; start + trimmed.length <= lines.length; start += 1) {
    if (trimmed.every((line, at) => line === lines[start + at])) places.push(start);
  }
  return places;
}

function endsInNewline(document: TextDocument): boolean {
  const { bytes, format } = document;
  return (
    bytes.length === format.bomLength || textOf(document, Math.max(format.bomLength, bytes.length - 2)).endsWith('\n')
  );
}

interface LinesEdit extends TextEdit {
  readonly start: number;
}

/** The document with whole lines replaced, which are indented as the lines that they replace. */
function withLines(document: TextDocument, lines: DocumentLines, { start, oldText, newText }: LinesEdit): TextDocument {
  const [oldLines, newLines] = [linesIn(oldText), linesIn(newText)];
  const indent = indentOf(lines.texts[start] ?? '');
  const added = newLines.map((line, at) => {
    if (at === 0) return indent + line.trimStart();
    const [oldIndent, newIndent] = [indentOf(oldLines[at] ?? ''), indentOf(line)];
    if (oldIndent === '' || newIndent === '') return line;
    return indent + ' '.repeat(Math.max(0, newIndent.length - oldIndent.length)) + line.trimStart();
  });
  let removed = oldLines.length;
  if (start + removed > lines.texts.length) {
    // The empty line after a last newline is no line of its own: it stays.
    removed -= 1;
    if (added.at(-1) === '') added.pop();
  }
  return applySplices(document, spliceLines(document, lines, [{ start, removed, added }]));
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

function emptyText(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'empty-old-text', path },
    `Cannot edit "${path}": an old text is empty`,
  );
}

interface Found {
  readonly path: string;
  readonly oldText: string;
  readonly actual: number;
  readonly lines: readonly number[];
}

function ambiguous(found: Found): ToolError {
  const message = `Cannot edit "${found.path}": ${found.actual} places match`;
  return new ToolError({ code: 'AMBIGUOUS_MATCH', ...found, expected: 1 }, message);
}
