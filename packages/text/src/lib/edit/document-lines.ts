import { isUnit, unitSize } from '../encoding/text-format.ts';
import { encodeLines } from './encode-exactly.ts';
import type { Splice } from './splice.ts';
import { type TextDocument, textOf } from './text-document.ts';

/** The lines of a document, and where they begin. */
export interface DocumentLines {
  /** Without their endings. */
  readonly texts: readonly string[];
  /** The byte at which each line begins, and the end of the bytes. */
  readonly offsets: readonly number[];
}

/** Lines of a document that others replace. */
export interface LineEdit {
  /** 0-based index of the first line that goes, or before which the new ones stand. */
  readonly start: number;
  /** How many lines go. */
  readonly removed: number;
  /** Without their endings. */
  readonly added: readonly string[];
}

export function linesOf(document: TextDocument): DocumentLines {
  const text = textOf(document);
  const texts = text.split('\n');
  const isOpen = texts.at(-1) !== '';
  if (!isOpen) texts.pop();
  if (text.includes('\r')) {
    for (const [index, line] of texts.entries()) {
      const hasNewline = !isOpen || index < texts.length - 1;
      if (hasNewline && line.endsWith('\r')) texts[index] = line.slice(0, -1);
    }
  }
  return { texts, offsets: offsetsOf(document) };
}

function offsetsOf({ bytes, format }: TextDocument): number[] {
  const { encoding, bomLength } = format;
  const unit = unitSize(encoding);
  const low = encoding === 'utf-16be' ? 1 : 0;
  const offsets = [bomLength];
  for (let at = bytes.indexOf(0x0a, bomLength); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    if (isUnit(bytes, at - low, { encoding, code: 0x0a })) offsets.push(at - low + unit);
  }
  if (offsets.at(-1) !== bytes.length) offsets.push(bytes.length);
  return offsets;
}

/**
 * The splices for edits of lines. A line that is put in ends as the line it replaces does; if it replaces none, as the
 * line before it, else as the line after it, else as most lines. The text ends in a newline if it did before, or was empty.
 * @param edits sorted, without overlap
 * @throws ToolError `UNENCODABLE`
 */
export function spliceLines(document: TextDocument, lines: DocumentLines, edits: readonly LineEdit[]): Splice[] {
  return joined(edits).map((edit) => spliceOf(document, lines, edit));
}

/** Edits that touch each other as one. */
function joined(edits: readonly LineEdit[]): LineEdit[] {
  const all: LineEdit[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    if (last === undefined || last.start + last.removed < edit.start) all.push(edit);
    else {
      const { start, removed, added } = last;
      all[all.length - 1] = { start, removed: removed + edit.removed, added: [...added, ...edit.added] };
    }
  }
  return all;
}

type Ending = '\n' | '\r\n';

function spliceOf(document: TextDocument, lines: DocumentLines, { start, removed, added }: LineEdit): Splice {
  const { bytes, codec, format } = document;
  const { offsets } = lines;
  const from = offsets[start] ?? bytes.length;
  const to = offsets[start + removed] ?? bytes.length;
  if (added.length === 0) return { from, to, bytes: Buffer.alloc(0) };
  const endingAt = (line: number): Ending | null => endingOf(document, offsets, line);
  const count = offsets.length - 1;
  const isOpen = count > 0 && endingAt(count - 1) === null;
  const endings: Ending[] = [];
  for (const index of added.keys()) {
    const replaced = index < removed ? endingAt(start + index) : null;
    const before = endings.at(-1) ?? endingAt(start - 1);
    endings.push(replaced ?? before ?? endingAt(start + removed) ?? format.lineEnding);
  }
  const closesLine = isOpen && start === count;
  // An empty line has nothing but its ending.
  const staysOpen = isOpen && start + removed === count && added.at(-1) !== '';
  const text = `${closesLine ? '\n' : ''}${added.join('\n')}${staysOpen ? '' : '\n'}`;
  const shift = closesLine ? 1 : 0;
  const ending = (newline: number): Ending => endings[Math.max(0, newline - shift)] ?? format.lineEnding;
  return { from, to, bytes: encodeLines(codec, { text, from: 0, to: text.length }, ending) };
}

/** Null if there is no such line, or it has no ending. */
function endingOf({ bytes, format }: TextDocument, offsets: readonly number[], line: number): Ending | null {
  const [begin, end] = [offsets[line], offsets[line + 1]];
  if (begin === undefined || end === undefined || begin === end) return null;
  const { encoding } = format;
  const unit = unitSize(encoding);
  if (!isUnit(bytes, end - unit, { encoding, code: 0x0a })) return null;
  const hasReturn = end - 2 * unit >= begin && isUnit(bytes, end - 2 * unit, { encoding, code: 0x0d });
  return hasReturn ? '\r\n' : '\n';
}
