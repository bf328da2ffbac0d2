import { type Pace, ToolError } from '@dragoman/fs-core/internal/kernel';
import { countNewlines, endOfLines } from '../lines/newlines.ts';
import { encodeLines } from './encode-exactly.ts';
import { lfOnly } from './lf-only.ts';
import type { Splice } from './splice.ts';
import { type TextDocument, textOf } from './text-document.ts';

/** Whole lines of a document, and the text that replaces them. */
export interface LineReplacement {
  /** 1-based. */
  readonly startLine: number;
  /** Inclusive; one less than `startLine` inserts before it. */
  readonly endLine: number;
  /** Lines: a newline at its end closes the last one; '' stands for none. */
  readonly text: string;
}

/** The splice for a replacement of lines, and how many lines it removes and adds. */
export interface LineSplice extends Splice {
  readonly removedLines: number;
  readonly addedLines: number;
}

/**
 * Computes the splice that replaces whole lines; newlines take the ending that most lines of the file have. If the
 * file's last line has no ending, neither has what replaces it, unless the text ends in a newline.
 * @throws ToolError `INVALID_RANGE` (details: `startLine`, `endLine`, `totalLines`), `UNENCODABLE`
 */
export async function replaceLines(
  document: TextDocument,
  { startLine, endLine, text }: LineReplacement,
  pace: Pace,
): Promise<LineSplice> {
  const totalLines = countDocumentLines(document);
  if (startLine < 1 || endLine < startLine - 1 || startLine > totalLines + 1 || endLine > totalLines) {
    const message = `Replace lines ${startLine} to ${endLine}: the file has ${totalLines}`;
    throw new ToolError(
      { code: 'INVALID_RANGE', problem: 'lines', action: 'replace', startLine, endLine, totalLines },
      message,
    );
  }
  const { format, codec } = document;
  const from = offsetOfLine(document, startLine);
  const to = offsetOfLine(document, endLine + 1);
  const newText = await lfOnly(text, pace);
  const endingOf = () => format.lineEnding;
  const whole = linesInPlace(document, newText, { from, to });
  return {
    from,
    to,
    bytes: await encodeLines(codec, { text: whole, from: 0, to: whole.length }, { endingOf, pace }),
    removedLines: endLine - startLine + 1,
    addedLines: newText === '' ? 0 : countNewlines(Buffer.from(newText), 'utf-8') + (newText.endsWith('\n') ? 0 : 1),
  };
}

/** The text of those of the lines that exist, endings included. */
export function textOfLines(document: TextDocument, lines: Omit<LineReplacement, 'text'>): string {
  const { startLine, endLine } = lines;
  const from = offsetOfLine(document, startLine);
  return textOf(document, from, Math.max(from, offsetOfLine(document, endLine + 1)));
}

/** Lines of a document; a part after the last newline counts as one. */
export function countDocumentLines(document: TextDocument): number {
  const { bytes, format } = document;
  const content = bytes.subarray(format.bomLength);
  return countNewlines(content, format.encoding) + (endsOpen(document) ? 1 : 0);
}

/** The text that stands in for the range: closed if a line follows or the file's last line was closed. */
function linesInPlace(document: TextDocument, newText: string, { from, to }: { from: number; to: number }): string {
  if (newText === '') return '';
  const { bytes, format } = document;
  const reachesEnd = to === bytes.length;
  const isAppended = from === bytes.length && endsOpen(document);
  const staysOpen = reachesEnd && (endsOpen(document) || bytes.length === format.bomLength);
  return `${isAppended ? '\n' : ''}${newText}${newText.endsWith('\n') || staysOpen ? '' : '\n'}`;
}

function endsOpen({ bytes, format }: TextDocument): boolean {
  const content = bytes.subarray(format.bomLength);
  return endOfLines(content, content.length, format.encoding) < content.length;
}

/** The byte at which a line begins; the end of the bytes for the line after the last. */
function offsetOfLine({ bytes, format }: TextDocument, line: number): number {
  const content = bytes.subarray(format.bomLength);
  const before = endOfLines(content, line - 1, format.encoding);
  const isPast = countNewlines(content.subarray(0, before), format.encoding) < line - 1;
  return isPast ? bytes.length : format.bomLength + before;
}
