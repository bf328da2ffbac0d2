import { countAllLines, type OpenFile, sniff, type TextFormat, ToolError } from '@dragoman/fs-core';
import type { Call, Session } from '../session.ts';
import { errorAbout } from './error-about.ts';
import { openFile } from './open-file.ts';
import { type LineWindow, readText, type TextOutcome } from './read-file.ts';
import { assertFileSize } from './size-limits.ts';

/** A text file, and whether all of it is read or only its first or last lines. */
export interface ReadPartRequest {
  readonly path: string;
  /** Null for all of the file. */
  readonly part: FilePart | null;
}

export interface FilePart {
  readonly end: 'first' | 'last';
  /** One at least. */
  readonly lines: number;
}

/**
 * Reads a text file, or its first or last lines; those of a file of any size. Lines come whole, as far as the response
 * can carry them.
 * @throws ToolError `UNSUPPORTED_FILE` for what is no text, `FILE_TOO_LARGE`; as `Volume.open`
 */
export async function readPart(session: Session, request: ReadPartRequest, call: Call): Promise<TextOutcome> {
  const { path, part } = request;
  using file = await openFile(session, path);
  if (part === null) assertFileSize(session, file, { verb: 'read', path });
  try {
    const content = await sniff(file);
    if (content.kind !== 'text') throw notText(path, file.size, content.mimeType);
    const window = await windowOf(file, content, { part, maxLineLength: call.maxResponseSize });
    const outcome = await readText({ file, request: { path, window, as: { binary: 'refuse' } }, call }, content);
    if (call.requireRead) await session.ledger.saw(file);
    return outcome;
  } catch (error) {
    throw errorAbout(path, error);
  }
}

interface Bounds {
  readonly part: FilePart | null;
  /** A longer line is over the limit of the response by itself. */
  readonly maxLineLength: number;
}

async function windowOf(file: OpenFile, format: TextFormat, { part, maxLineLength }: Bounds): Promise<LineWindow> {
  const whole = { maxLines: Number.POSITIVE_INFINITY, maxLineLength };
  if (part === null) return whole;
  if (part.end === 'first') return { ...whole, endLine: part.lines };
  const total = await countAllLines(file, format);
  return { ...whole, startLine: Math.max(1, total - part.lines + 1), pastEnd: 'empty' };
}

function notText(path: string, size: number, mimeType: string | null): ToolError {
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, size, mimeType }, `Cannot read "${path}": binary content`);
}
