import { ToolError } from '@dragoman/fs-core';
import {
  applySplices,
  type DocumentLines,
  findOccurrences,
  linesOf,
  readDocument,
  replaceOccurrences,
  type TextDocument,
  textOf,
} from '@dragoman/text';
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
  const starts = startsOf(document, lines, linesIn(oldText));
  const [start] = starts;
  if (start === undefined) {
    throw new ToolError(
      { code: 'NO_MATCH', path, nearest: [], oldText },
      `Cannot edit "${path}": the old text was not found`,
    );
  }
  if (starts.length > 1) {
    const first = starts.slice(0, 10).map((line) => line + 1);
    throw ambiguous({ path, oldText, actual: starts.length, lines: first });
  }
  return withLines(document, lines, { start, oldText, newText });
}

function linesIn(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n');
}

/** The 0-based lines at which lines stand, without overlap, that are equal but for white space at both ends. */
function startsOf(document: TextDocument, { texts }: DocumentLines, sought: readonly string[]): number[] {
  // What follows a last newline counts as a line, an empty one.
  const lines = endsInNewline(document) ? [...texts, ''] : texts;
  const [text, soughtText] = [trimmedLines(lines), trimmedLines(sought)];
  const starts: number[] = [];
  let [line, counted] = [0, 0];
  for (let at = text.indexOf(soughtText); at !== -1; at = text.indexOf(soughtText, at + soughtText.length - 1)) {
    for (; counted < at; counted += 1) if (text[counted] === '\n') line += 1;
    starts.push(line);
  }
  return starts;
}

/** Each line between newlines, so that only whole ones match. */
function trimmedLines(lines: readonly string[]): string {
  return `\n${lines.map((line) => line.trim()).join('\n')}\n`;
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
  const { texts, offsets } = lines;
  const indent = indentOf(texts[start] ?? '');
  const added = newLines.map((line, at) => {
    if (at === 0) return indent + line.trimStart();
    const [oldIndent, newIndent] = [indentOf(oldLines[at] ?? ''), indentOf(line)];
    if (oldIndent === '' || newIndent === '') return line;
    return indent + ' '.repeat(Math.max(0, newIndent.length - oldIndent.length)) + line.trimStart();
  });
  const end = start + oldLines.length;
  const isClosed = end < texts.length || (end === texts.length && endsInNewline(document));
  const { length } = document.bytes;
  const occurrence = { from: offsets[start] ?? length, to: offsets[end] ?? length, startLine: start + 1 };
  return applySplices(document, replaceOccurrences(document, [occurrence], added.join('\n') + (isClosed ? '\n' : '')));
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
