import type { Pace } from '@dragoman/fs-core/internal/kernel';
import { isUnit, type LineEnding, unitSize } from '../encoding/text-format.ts';
import { encodeLines } from './encode-exactly.ts';
import type { Splice } from './splice.ts';
import { type TextDocument, textOf } from './text-document.ts';

/** The lines of a document, and where they begin. */
export interface DocumentLines {
  /** Without their endings. */
  readonly texts: readonly string[];
  /** The byte at which each line begins, and the end of the bytes. */
  readonly offsets: readonly number[];
  /** The last line ends in a newline, or there is none. */
  readonly isClosed: boolean;
}

/** Lines of a document that others replace. */
export interface LineEdit {
  /** 0-based index of the first line that goes, or before which the new ones stand. */
  readonly start: number;
  /** Number of lines to remove. */
  readonly removed: number;
  /** Without their endings. */
  readonly added: readonly string[];
}

export async function linesOf(document: TextDocument, pace: Pace): Promise<DocumentLines> {
  const texts = await linesBetweenNewlines(textOf(document), pace);
  const isClosed = texts.at(-1) === '';
  if (isClosed) texts.pop();
  return { texts, offsets: await offsetsOf(document, pace), isClosed };
}

/** Lines, and edits, between two pauses. */
const STRIDE = 1024;

/** Characters that are looked through between two pauses. */
const WINDOW = 64 * 1024;

/** The texts between newlines, CRLF or LF. */
export async function linesBetweenNewlines(text: string, pace: Pace): Promise<string[]> {
  const lines: string[] = [];
  for (let from = 0; ; ) {
    const end = text.indexOf('\n', from + WINDOW);
    for (const line of text.slice(from, end === -1 ? undefined : end).split('\n')) lines.push(line);
    if (end === -1) break;
    from = end + 1;
    await pace();
  }
  if (!text.includes('\r\n')) return lines;
  for (let index = 0; index < lines.length - 1; index += 1) {
    const line = lines[index] ?? '';
    if (line.endsWith('\r')) lines[index] = line.slice(0, -1);
    if (index % STRIDE === STRIDE - 1) await pace();
  }
  return lines;
}

async function offsetsOf({ bytes, format }: TextDocument, pace: Pace): Promise<number[]> {
  const { encoding, bomLength } = format;
  const unit = unitSize(encoding);
  const low = encoding === 'utf-16be' ? 1 : 0;
  const offsets = [bomLength];
  for (let at = bytes.indexOf(0x0a, bomLength); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (unit === 1 || isUnit(bytes, at - low, { encoding, code: 0x0a })) offsets.push(at - low + unit);
    if (offsets.length % STRIDE === 0) await pace();
  }
  if (offsets.at(-1) !== bytes.length) offsets.push(bytes.length);
  return offsets;
}

/**
 * The splices for edits of lines. A line that is put in ends as the line it replaces does; if it replaces none, as the
 * line before it, else as the line after it, else as most lines. The text ends in a newline if it did before, or was empty.
 * @throws ToolError `UNENCODABLE`
 */
export async function spliceLines(
  document: TextDocument,
  lines: DocumentLines,
  { edits, pace, leavesOpen = false }: LineEdits,
): Promise<Splice[]> {
  const splices: Splice[] = [];
  for (const edit of await joined({ edits, pace })) {
    splices.push(await spliceOf({ document, lines, pace, leavesOpen }, edit));
    if (splices.length % STRIDE === 0) await pace();
  }
  return splices;
}

export interface LineEdits {
  /** Sorted, without overlap. */
  readonly edits: readonly LineEdit[];
  readonly pace: Pace;
  /** True if the last line that is put in gets no ending. */
  readonly leavesOpen?: boolean;
}

/** Edits that touch each other as one. */
async function joined({ edits, pace }: Pick<LineEdits, 'edits' | 'pace'>): Promise<LineEdit[]> {
  const all: { start: number; removed: number; added: string[] }[] = [];
  for (const [index, { start, removed, added }] of edits.entries()) {
    const last = all.at(-1);
    if (last === undefined || last.start + last.removed < start) all.push({ start, removed, added: [...added] });
    else {
      last.removed += removed;
      for (const line of added) last.added.push(line);
    }
    if (index % STRIDE === STRIDE - 1) await pace();
  }
  return all;
}

interface SpliceContext {
  readonly document: TextDocument;
  readonly lines: DocumentLines;
  readonly pace: Pace;
  readonly leavesOpen: boolean;
}

async function spliceOf(
  { document, lines, pace, leavesOpen }: SpliceContext,
  { start, removed, added }: LineEdit,
): Promise<Splice> {
  const { bytes, codec, format } = document;
  const { offsets } = lines;
  const from = offsets[start] ?? bytes.length;
  const to = offsets[start + removed] ?? bytes.length;
  const endingAt = (line: number): LineEnding | null => endingOf(document, offsets, line);
  const count = offsets.length - 1;
  const isOpen = count > 0 && !lines.isClosed;
  if (added.length === 0) {
    // Without its open last line, the text ends in an open line all the same.
    const opened = isOpen && removed > 0 && start + removed === count ? (endingAt(start - 1)?.length ?? 0) : 0;
    const end = from - opened * unitSize(format.encoding);
    const isEmpty = end === offsets[start - 1];
    return { from: isEmpty ? from : end, to, bytes: Buffer.alloc(0) };
  }
  const closesLine = isOpen && start === count;
  // An empty line has nothing but its ending.
  const staysOpen = leavesOpen || (isOpen && start + removed === count && added.at(-1) !== '');
  const text = `${closesLine ? '\n' : ''}${added.join('\n')}${staysOpen ? '' : '\n'}`;
  const shift = closesLine ? 1 : 0;
  let before: LineEnding | undefined;
  const ending = (newline: number): LineEnding => {
    const index = newline - shift;
    const replaced = index >= 0 && index < removed ? endingAt(start + index) : null;
    before = replaced ?? before ?? endingAt(start - 1) ?? endingAt(start + removed) ?? format.lineEnding;
    return before;
  };
  const part = { text, from: 0, to: text.length };
  return { from, to, bytes: await encodeLines(codec, part, { endingOf: ending, pace }) };
}

/** Null if there is no such line, or it has no ending. */
function endingOf({ bytes, format }: TextDocument, offsets: readonly number[], line: number): LineEnding | null {
  const [begin, end] = [offsets[line], offsets[line + 1]];
  if (begin === undefined || end === undefined || begin === end) return null;
  const { encoding } = format;
  const unit = unitSize(encoding);
  if (!isUnit(bytes, end - unit, { encoding, code: 0x0a })) return null;
  const hasReturn = end - 2 * unit >= begin && isUnit(bytes, end - 2 * unit, { encoding, code: 0x0d });
  return hasReturn ? '\r\n' : '\n';
}
