import type { DifferingLines } from '@dragoman/outcomes/internal/parts';
import { unitSize } from '../encoding/text-format.ts';
import { countNewlines, endOfLines, findNewline } from '../lines/newlines.ts';
import { type TextDocument, textOf } from './text-document.ts';

/** A document and what becomes of it. */
export interface EditedDocument {
  readonly document: TextDocument;
  readonly changed: TextDocument;
  /** A place before all that changed, of which the line is known. */
  readonly first: { readonly from: number; readonly startLine: number };
}

/**
 * Leaves out the lines that a document has in common at both ends with what it becomes, except for `context` of them.
 * Bytes are compared, and no more of them decoded than are given.
 */
export function differingLines({ document, changed, first }: EditedDocument, context: number): DifferingLines {
  const { bytes, format } = document;
  const from = startOfLine(document, commonStart(bytes, changed.bytes, first.from));
  const tail = commonTail(document, changed, from);
  const end = bytes.length - tail;
  return {
    startLine:
      first.startLine + countNewlines(bytes.subarray(startOfLine(document, first.from), from), format.encoding),
    lead: textOf(document, linesBack(document, from, context), from),
    removed: textOf(document, from, end),
    added: textOf(changed, from, changed.bytes.length - tail),
    trail: textOf(document, end, linesOn(document, end, context)),
  };
}

/** Bytes that both start with, `known` or more. A binary search: comparing slices is much faster than single bytes. */
function commonStart(one: Buffer, other: Buffer, known: number): number {
  let low = known;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (one.subarray(low, middle).equals(other.subarray(low, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bytes after `from` that both end with and that are whole lines in both. */
function commonTail(one: TextDocument, other: TextDocument, from: number): number {
  const unit = unitSize(one.format.encoding);
  let low = 0;
  let high = Math.min(one.bytes.length, other.bytes.length) - from;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (endOf(one, middle, low).equals(endOf(other, middle, low))) low = middle;
    else high = middle - 1;
  }
  const start = one.bytes.length - low;
  const at = start + ((start - from) % unit);
  const isWhole = startsLine(one, at) && startsLine(other, other.bytes.length - (one.bytes.length - at));
  return one.bytes.length - (isWhole ? at : endOfLine(one, at));
}

/** The bytes from `count` before the end to `known` before the end. */
function endOf({ bytes }: TextDocument, count: number, known: number): Buffer {
  return bytes.subarray(bytes.length - count, bytes.length - known);
}

function startsLine(document: TextDocument, at: number): boolean {
  return startOfLine(document, at) === at;
}

function linesBack(document: TextDocument, at: number, count: number): number {
  let start = at;
  for (let left = count; left > 0 && start > document.format.bomLength; left -= 1) {
    start = startOfLine(document, start - 1);
  }
  return start;
}

function linesOn(document: TextDocument, at: number, count: number): number {
  let end = at;
  for (let left = count; left > 0 && end < document.bytes.length; left -= 1) end = endOfLine(document, end);
  return end;
}

/** Start of the line that holds a byte; the byte itself if a line begins there. */
export function startOfLine({ bytes, format }: TextDocument, at: number): number {
  return Math.max(format.bomLength, endOfLines(bytes.subarray(0, at), at, format.encoding));
}

/** The byte after the next newline. */
export function endOfLine({ bytes, format }: TextDocument, at: number): number {
  const newline = findNewline(bytes, at, format.encoding);
  return newline === -1 ? bytes.length : newline + unitSize(format.encoding);
}
