import { type Pace, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { EditInTurnOutcome } from '@dragoman/outcomes';
import {
  applySplices,
  type DocumentLines,
  findMatches,
  findOccurrences,
  findSimilarText,
  lfOnly,
  linesOf,
  type NewText,
  type Occurrence,
  replaceOccurrences,
  type TextDocument,
  textOf,
} from '@dragoman/text/internal/text';
import type { Session, WriteCall } from '../../session.ts';
import { assertContentSize } from '../read/size-limits.ts';
import { changeText } from './change-text.ts';

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

/**
 * Makes all edits of a file, or none; every byte outside of the replaced places stays as it is.
 * @throws ToolError `INVALID_ARGUMENT` for an empty old text, and for too many edits of a large file; `NO_MATCH` and `AMBIGUOUS_MATCH` (details: `oldText`);
 * `NOT_FOUND`, `UNSUPPORTED_FILE`, `UNENCODABLE`, `FILE_TOO_LARGE`, `CONTENT_TOO_LARGE`
 * @example await editInTurn(session, { path: 'a.md', edits: [{ oldText: 'one', newText: 'two' }] }, call)
 */
export async function editInTurn(
  session: Session,
  { path, edits }: EditInTurnRequest,
  call: WriteCall<EditInTurnOutcome>,
): Promise<EditInTurnOutcome> {
  for (const { oldText } of edits) if (oldText === '') throw emptyText(path);
  return changeText(session, { verb: 'edit', path, call }, async ({ document: before, pace }) => {
    let after = before;
    let work = 0;
    for (const [index, edit] of edits.entries()) {
      const { length } = after.bytes;
      if (work + length * (edits.length - index) > MOST_WORK) throw tooMany(path, edits.length);
      const made = await edited(after, { ...edit, path, pace });
      await pace();
      work += length * (made.isLoose ? LOOSE_FACTOR : 1);
      after = made.document;
      assertContentSize(session, after.bytes.length, { verb: 'edit', path });
    }
    const texts = { before: await lfOnly(textOf(before), pace), after: await lfOnly(textOf(after), pace) };
    return { changed: after, result: (facts) => ({ kind: 'edits', ...facts, edits: edits.length, ...texts }) };
  });
}

/** Bytes to search at most: each edit searches the text that the one before has left. Some seconds. */
const MOST_WORK = 4 * 1024 ** 3;

/** Lines are compared so much more slowly than texts as they stand. */
const LOOSE_FACTOR = 16;

interface PacedEdit extends TextEdit {
  readonly path: string;
  readonly pace: Pace;
}

interface MadeEdit {
  readonly document: TextDocument;
  /** The old text was found as whole lines only. */
  readonly isLoose: boolean;
}

async function edited(document: TextDocument, edit: PacedEdit): Promise<MadeEdit> {
  const { oldText, newText, path, pace } = edit;
  // A text with nothing but CRLF would match CRLF alone.
  const found = await findOccurrences(document, await lfOnly(oldText, pace), pace);
  if (found.length === 1) return { document: await replaced(document, found, { newText, pace }), isLoose: false };
  if (found.length > 1) {
    const lines = Array.from({ length: Math.min(10, found.length) }, (_, at) => found.at(at)?.startLine ?? 0);
    throw ambiguous({ path, oldText, actual: found.length, lines });
  }
  const lines = await linesOf(document, pace);
  const starts = await startsOf(lines, linesIn(oldText), pace);
  const [start] = starts;
  if (start === undefined) {
    const nearest = await findSimilarText(document, oldText, pace);
    throw new ToolError(
      { code: 'NO_MATCH', path, nearest, oldText },
      `Cannot edit "${path}": the old text was not found`,
    );
  }
  if (starts.length > 1) {
    const first = starts.slice(0, 10).map((line) => line + 1);
    throw ambiguous({ path, oldText, actual: starts.length, lines: first });
  }
  const { occurrence, text } = wholeLines(document, lines, { start, oldText, newText });
  return { document: await replaced(document, [occurrence], { newText: text, pace }), isLoose: true };
}

function linesIn(text: string): string[] {
  return text.replaceAll('\r\n', '\n').split('\n');
}

async function replaced(
  document: TextDocument,
  found: Iterable<Occurrence>,
  { newText, pace }: NewText,
): Promise<TextDocument> {
  return applySplices(document, await replaceOccurrences(document, found, { newText, pace }), pace);
}

/** The 0-based lines at which lines stand, without overlap, that are equal but for white space at both ends. */
async function startsOf({ texts, isClosed }: DocumentLines, sought: readonly string[], pace: Pace): Promise<number[]> {
  // What follows a last newline counts as a line, an empty one.
  const lines = isClosed ? [...texts, ''] : texts;
  const haystack = await trimmedLines(lines, pace);
  const needle = await trimmedLines(sought, pace);
  const starts: number[] = [];
  let [newlines, newline] = [0, haystack.indexOf('\n')];
  const add = (at: number): void => {
    for (; newline !== -1 && newline < at; newline = haystack.indexOf('\n', newline + 1)) newlines += 1;
    starts.push(newlines / 2);
  };
  await findMatches({ haystack, needle }, add, pace);
  return starts;
}

/** Each line between two newlines of its own, so that only whole ones match: no line that is trimmed is a space. */
async function trimmedLines(lines: readonly string[], pace: Pace): Promise<string> {
  const trimmed: string[] = [];
  for (const line of lines) {
    trimmed.push(line.trim());
    if (trimmed.length % STRIDE === 0) await pace();
  }
  return `\n${trimmed.join('\n \n')}\n`;
}

/** Lines between two pauses. */
const STRIDE = 1024;

interface LinesEdit extends TextEdit {
  readonly start: number;
}

/** The lines that an edit replaces, and what it puts in their place, indented as they are. */
function wholeLines(document: TextDocument, lines: DocumentLines, { start, oldText, newText }: LinesEdit) {
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
  const isClosed = end < texts.length || (end === texts.length && lines.isClosed);
  const { length } = document.bytes;
  const occurrence = { from: offsets[start] ?? length, to: offsets[end] ?? length, startLine: start + 1 };
  return { occurrence, text: added.join('\n') + (isClosed ? '\n' : '') };
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

function tooMany(path: string, edits: number): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'many-edits', path, edits },
    `Cannot edit "${path}": ${edits} edits of a file of this size take too long`,
  );
}

function emptyText(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'empty-old-text', path },
    `Cannot edit "${path}": an old text is empty`,
  );
}

interface AmbiguousMatch {
  readonly path: string;
  readonly oldText: string;
  readonly actual: number;
  readonly lines: readonly number[];
}

function ambiguous(found: AmbiguousMatch): ToolError {
  const message = `Cannot edit "${found.path}": ${found.actual} places match`;
  return new ToolError({ code: 'AMBIGUOUS_MATCH', ...found, expected: 1 }, message);
}
