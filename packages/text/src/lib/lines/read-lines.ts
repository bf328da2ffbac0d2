import type { FileIdentity, OpenFile } from '@dragoman/fs-core';
import { createBoundedMap } from '@dragoman/fs-core/internal/kernel';
import type { Line } from '@dragoman/outcomes/internal/parts';
import { type FileAtRest, readConfirmed } from '../encoding/confirm-encoding.ts';
import { loadCodec } from '../encoding/load-codec.ts';
import { isUnusual } from '../encoding/settle-encoding.ts';
import { type LineMap, textFactsOf } from '../encoding/text-facts.ts';
import type { Encoding, TextFormat } from '../encoding/text-format.ts';
import { collectLines } from './line-collector.ts';
import { countLines, createLineMap, type LineOffset, locateLine } from './line-map.ts';
import { readStable } from './stable-read.ts';

/** The lines to read, and limits on their size. */
export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** Inclusive; past the last line, or left out, it means the last line. */
  readonly endLine?: number;
  /** A longer line is cut after so many code points. */
  readonly maxLineLength: number;
  /** UTF-8 bytes of text and endings together: reading stops before the line that would pass them. */
  readonly maxBytes?: number;
  /** Counts the lines after the range too. */
  readonly countAll?: boolean;
}

/** The lines of a range as far as they exist, and where they lie in the file. */
export interface LinesRead {
  readonly lines: readonly Line[];
  /** Something follows the last line given. */
  readonly more: boolean;
  /** Lines of the whole file: known if the reading came to the end, or `countAll` was asked for. */
  readonly totalLines: number | null;
  /** The encoding in which the text was read; it may differ from one that was presumed from the head. */
  readonly encoding: Encoding;
  /** The byte after the last line given. */
  readonly endOffset: number;
}

/**
 * Reads a range of lines. Memory depends on the range, not on the file or its longest line. A start past the last line
 * gives no lines and the total. Only LF ends a line; a CR before it belongs to the ending.
 * @throws ToolError `CONFLICT` if the file keeps changing while it is read
 */
export function readLines(file: OpenFile, format: TextFormat, range: LineRange): Promise<LinesRead> {
  return readStable(file, (identity) =>
    readConfirmed({ file, identity }, format, (confirmed) => readAs({ file, identity }, confirmed, range)),
  );
}

/** Lines of the whole file: one pass the first time, none the next. */
export function countAllLines(file: OpenFile, format: TextFormat): Promise<number> {
  return readStable(file, (identity) => countLines(file, format, lineMapOf(identity)));
}

/** Offset at which a line begins, or the number of lines; the same line again costs no scan. */
export function findLine(file: OpenFile, format: TextFormat, line: number): Promise<LineOffset> {
  return readStable(file, async (identity) => startOf({ file, identity }, format, line));
}

async function readAs(at: FileAtRest, format: TextFormat, range: LineRange): Promise<LinesRead & { faulty: boolean }> {
  const { file, identity } = at;
  const { encoding } = format;
  const { startLine, endLine = Number.POSITIVE_INFINITY, maxLineLength, maxBytes = Number.POSITIVE_INFINITY } = range;
  const { size } = identity;
  const position = await startOf(at, format, startLine);
  if ('totalLines' in position) {
    const { totalLines } = position;
    return { lines: [], more: false, totalLines, encoding, endOffset: size, faulty: false };
  }
  const { offset: startOffset } = position;
  const codec = await loadCodec(encoding);
  const maxLines = endLine - startLine + 1;
  const collected = await collectLines(file, { codec, size, startOffset, maxLines, maxLineLength, maxBytes });
  const { lines, endOffset } = collected;
  const faulty =
    collected.faulty || (!format.sure && encoding === 'utf-8' && lines.some(({ text }) => isUnusual(text)));
  const more = endOffset < size;
  if (!faulty) {
    rememberOffset(identity, startLine, startOffset);
    rememberOffset(identity, startLine + lines.length, endOffset);
  }
  let totalLines = more ? null : startLine + lines.length - 1;
  if (more && range.countAll) totalLines = await countLines(file, format, lineMapOf(identity));
  return { lines, more, totalLines, encoding, endOffset, faulty };
}

async function startOf({ file, identity }: FileAtRest, format: TextFormat, line: number): Promise<LineOffset> {
  if (line === 1 && identity.size > format.bomLength) return { offset: format.bomLength };
  const offset = textFactsOf(identity).lineOffsets?.get(line);
  return offset === undefined ? locateLine(file, format, { map: lineMapOf(identity), line }) : { offset };
}

const MAX_OFFSETS = 16;

function rememberOffset(identity: FileIdentity, line: number, offset: number): void {
  if (offset >= identity.size) return;
  const facts = textFactsOf(identity);
  facts.lineOffsets ??= createBoundedMap(MAX_OFFSETS);
  facts.lineOffsets.set(line, offset);
}

function lineMapOf(identity: FileIdentity): LineMap {
  const memory = textFactsOf(identity);
  memory.lines ??= createLineMap(identity.size);
  return memory.lines;
}
