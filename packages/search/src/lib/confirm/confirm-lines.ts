import { isAscii, isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import type { ConfirmedLine } from '@dragoman/outcomes/internal/parts';
import { isUnusual, loadCodec, readLines, sniff } from '@dragoman/text/internal/text';
import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import { createPartFinder } from './match-parts.ts';
import { openUtf8 } from './utf8-view.ts';

const MAX_SHOWN = 2_000;
const FEW_LINES = 4;
const AHEAD_BYTES = 16 * 1024;
const MARK_BYTES = 3;

export interface ConfirmLinesOptions {
  /** The most characters of a line; of a longer one, those around its first match. Default 2,000. */
  readonly maxShown?: number | undefined;
  /** The encoding that ripgrep was given, if any. */
  readonly encoding?: string | undefined;
  /** True if the lines hold only matches, as with `LineQuery.onlyMatching`. */
  readonly onlyMatching?: boolean | undefined;
  /** True if each match says where in its text it begins. */
  readonly locates?: boolean | undefined;
}

/** Lines of text that was read through the volume already. */
export function shownLines(lines: readonly ProposedLine[], maxShown = MAX_SHOWN): ConfirmedLine[] {
  return lines.map((line) => {
    const window = windowOf(line, line.matchAt, maxShown);
    return confirmedLine(line, window, withoutReturn(decodeUtf8(line.bytes.subarray(window.from, window.to))));
  });
}

/** Reads lines again through the file's descriptor, and leaves out those that changed since ripgrep saw them. */
export async function confirmLines(
  file: OpenFile,
  lines: readonly ProposedLine[],
  { maxShown = MAX_SHOWN, encoding, onlyMatching = false, locates = false }: ConfirmLinesOptions = {},
): Promise<ConfirmedLine[]> {
  const { headBytes, aheadBytes } = reach(lines);
  const readAt = await openUtf8(file, { encoding, headBytes, aheadBytes });
  const decode = createLineDecoder(file, encoding);
  const parts = onlyMatching ? createPartFinder(readAt) : null;
  const confirmed: ConfirmedLine[] = [];
  for (const line of lines) {
    const finder = line.kind === 'match' ? parts : null;
    const window = windowOf(line, finder === null ? line.matchAt : 0, maxShown);
    const start = finder === null ? line.offset : await finder.find(line);
    if (start === null) continue;
    const proposed = line.bytes.subarray(window.from, window.to);
    const actual = await readAt(start + window.from, proposed.length);
    if (Buffer.compare(proposed, actual) !== 0) continue;
    const shown = confirmedLine(line, window, await decode(actual, line.number));
    confirmed.push(locates ? { ...shown, matchAt: line.matchAt - window.from } : shown);
  }
  return confirmed;
}

/** Bytes to read at once: up to the last line if that is near, else blocks if there are many lines. */
function reach(lines: readonly ProposedLine[]): { headBytes: number; aheadBytes: number } {
  const last = lines.at(-1);
  const end = last === undefined ? 0 : MARK_BYTES + last.offset + last.length;
  const isNear = end <= AHEAD_BYTES;
  return { headBytes: isNear ? end : MARK_BYTES, aheadBytes: !isNear && lines.length > FEW_LINES ? AHEAD_BYTES : 0 };
}

/** A part of a line, in bytes. */
interface LineWindow {
  readonly from: number;
  readonly to: number;
}

function confirmedLine(
  { kind, number, length, skipped = 0, afterGap }: ProposedLine,
  window: LineWindow,
  text: string,
): ConfirmedLine {
  return { kind, number, text, cutBefore: skipped + window.from, cutAfter: length - skipped - window.to, afterGap };
}

/** The part of a long line around its first match, between whole characters. */
function windowOf({ bytes, length }: ProposedLine, matchAt: number, maxShown: number): LineWindow {
  if (length <= maxShown) return { from: 0, to: bytes.length };
  const isStart = isWhole(bytes, length) ? isCharacterStart : () => true;
  const at = Math.min(matchAt, bytes.length);
  const lead = bytesBack(bytes.subarray(0, at), maxShown / 4, isStart);
  const to = at - lead + bytesOn(bytes.subarray(at - lead), maxShown, isStart);
  const from = to < bytes.length ? at - lead : to - bytesBack(bytes, maxShown, isStart);
  return { from: characterStart(bytes, from), to: characterStart(bytes, to) };
}

/** True if the bytes are UTF-8, in which a character takes several of them. */
function isWhole(bytes: Uint8Array, length: number): boolean {
  let end = bytes.length;
  // The last character may be cut.
  if (end < length) while (end > 0 && !isCharacterStart(bytes[end - 1])) end -= 1;
  let start = 0;
  while (start < end && !isCharacterStart(bytes[start])) start += 1;
  return isUtf8(bytes.subarray(start, end < bytes.length ? Math.max(start, end - 1) : end));
}

type StartTest = (byte: number | undefined) => boolean;

/** Bytes that the last characters take. */
function bytesBack(bytes: Uint8Array, characters: number, isStart: StartTest): number {
  let at = bytes.length;
  for (let left = characters; left > 0 && at > 0; ) {
    at -= 1;
    if (isStart(bytes[at])) left -= 1;
  }
  return bytes.length - at;
}

/** Bytes that the first characters take. */
function bytesOn(bytes: Uint8Array, characters: number, isStart: StartTest): number {
  let at = 0;
  for (let left = characters; at < bytes.length; at += 1) {
    if (isStart(bytes[at])) left -= 1;
    if (left < 0) break;
  }
  return at;
}

function isCharacterStart(byte = 0): boolean {
  return (byte & 0xc0) !== 0x80;
}

function characterStart(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80 && from - at < 3) at -= 1;
  return at;
}

/** Turns the bytes of a line into text; `line` is its 1-based number. */
type LineDecoder = (bytes: Uint8Array, line: number) => string | Promise<string>;

/**
 * Decodes lines by the file's encoding, which is detected at the first line beyond ASCII, as for any read of the file. A
 * carriage return at the end is left out.
 * @param given the encoding that ripgrep was told, from which it converts to UTF-8
 */
function createLineDecoder(file: OpenFile, given: string | undefined): LineDecoder {
  let foreign: Decode | null = null;
  return async (bytes, line) => {
    if (given === undefined && !isAscii(bytes)) foreign ??= await foreignDecoder(file, bytes, line);
    return withoutReturn((foreign ?? decodeUtf8)(bytes));
  };
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

type Decode = (bytes: Uint8Array) => string;

/** Null if the line is UTF-8, or was UTF-16, which ripgrep converts. */
async function foreignDecoder(file: OpenFile, bytes: Uint8Array, line: number): Promise<Decode | null> {
  const sniffed = await sniff(file);
  if (sniffed.kind !== 'text') return null;
  if (sniffed.encoding === 'utf-8' && (sniffed.sure || (isUtf8(bytes) && !isUnusual(decodeUtf8(bytes))))) return null;
  const { encoding } = await readLines(file, sniffed, { startLine: line, endLine: line, maxLineLength: 1000 });
  if (encoding.startsWith('utf-')) return null;
  const codec = await loadCodec(encoding);
  return (part) => codec.decode(part);
}
