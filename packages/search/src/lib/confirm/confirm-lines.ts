import { isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import type { ConfirmedLine } from '@dragoman/outcomes/internal/parts';
import { loadCodec, readLines, sniff } from '@dragoman/text/internal/text';
import type { ProposedLine } from '../ripgrep/ripgrep-output.ts';
import { createPartFinder } from './match-parts.ts';
import { openUtf8 } from './utf8-view.ts';

const MAX_SHOWN_BYTES = 2_000;
const FEW_LINES = 4;
const AHEAD_BYTES = 16 * 1024;
const MARK_BYTES = 3;

export interface ConfirmLinesOptions {
  /** The most bytes (in UTF-8) of a line; of a longer one, those around its first match. Default 2,000. */
  readonly maxShown?: number | undefined;
  /** The encoding that ripgrep was given, if any. */
  readonly encoding?: string | undefined;
  /** True if the lines hold only matches, as with `LineQuery.onlyMatching`. */
  readonly onlyMatching?: boolean | undefined;
  /** True if each match says where in its text it begins. */
  readonly locates?: boolean | undefined;
}

/** Reads lines again through the file's descriptor, and leaves out those that changed since ripgrep saw them. */
export async function confirmLines(
  file: OpenFile,
  lines: readonly ProposedLine[],
  { maxShown = MAX_SHOWN_BYTES, encoding, onlyMatching = false, locates = false }: ConfirmLinesOptions = {},
): Promise<ConfirmedLine[]> {
  const { headBytes, aheadBytes } = reach(lines);
  const readAt = await openUtf8(file, { encoding, headBytes, aheadBytes });
  const decode = createLineDecoder(file);
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
    confirmed.push({
      kind: line.kind,
      number: line.number,
      text: await decode(actual, line.number),
      cutBefore: window.from,
      cutAfter: line.length - window.to,
      afterGap: line.afterGap,
      ...(locates && { matchAt: line.matchAt - window.from }),
    });
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

/** The part of a long line around its first match, between whole characters. */
function windowOf({ bytes, length }: ProposedLine, matchAt: number, maxShown: number): { from: number; to: number } {
  if (length <= maxShown) return { from: 0, to: bytes.length };
  const start = Math.max(0, Math.min(Math.floor(matchAt - maxShown / 4), bytes.length - maxShown));
  return { from: characterStart(bytes, start), to: characterStart(bytes, Math.min(start + maxShown, bytes.length)) };
}

function characterStart(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at > 0 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80 && from - at < 3) at -= 1;
  return at;
}

/** Turns the bytes of a line into text; `line` is its 1-based number. */
type LineDecoder = (bytes: Uint8Array, line: number) => string | Promise<string>;

/**
 * Decodes lines by the file's encoding, which is detected at the first line that is not UTF-8, as for any read of the
 * file. A carriage return at the end is left out.
 */
function createLineDecoder(file: OpenFile): LineDecoder {
  let foreign: Promise<(bytes: Uint8Array) => string> | undefined;
  return (bytes, line) => {
    if (isUtf8(bytes)) return withoutReturn(decodeUtf8(bytes));
    foreign ??= decoderFor(file, line);
    return foreign.then((decode) => withoutReturn(decode(bytes)));
  };
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

async function decoderFor(file: OpenFile, line: number): Promise<(bytes: Uint8Array) => string> {
  const sniffed = await sniff(file);
  if (sniffed.kind !== 'text') return decodeUtf8;
  const { encoding } = await readLines(file, sniffed, { startLine: line, endLine: line, maxLineLength: 1 });
  // ripgrep reports lines of UTF-16 converted to UTF-8.
  if (encoding.startsWith('utf-')) return decodeUtf8;
  const codec = await loadCodec(encoding);
  return (bytes) => codec.decode(bytes);
}
