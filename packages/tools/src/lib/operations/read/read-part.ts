import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { PartOutcome } from '@dragoman/outcomes';
import { countAllLines, guessOf, readDocument, sniff, type TextFormat, textOf } from '@dragoman/text/internal/text';
import type { Call, Session } from '../../session.ts';
import { errorAbout } from './error-about.ts';
import { openFile } from './open-file.ts';
import { type LineWindow, readText } from './read-file.ts';
import { mayBeOffice, openOfficeText } from './read-office.ts';
import { assertFileSize } from './size-limits.ts';

/** A text file, and whether all of it is read or only some of its lines. */
export interface ReadPartRequest {
  readonly path: string;
  /** Null for all of the file. */
  readonly part: FilePart | null;
  /** `text`: as in `ContentForms`. */
  readonly office?: 'binary' | 'text';
}

/** Lines at one end of a text, or others, of which it may have less. */
export type FilePart = EndOfFile | LineSpan;

interface EndOfFile {
  readonly end: 'first' | 'last';
  /** One at least. */
  readonly lines: number;
}

/** 1-based and inclusive. */
export interface LineSpan {
  readonly from: number;
  /** `Infinity` for the last line; less than `from` for no lines. */
  readonly to: number;
}

/**
 * Reads a text file, or some of its lines; those of a file of any size. Lines come whole, as far as the response
 * can carry them.
 * @throws ToolError `UNSUPPORTED_FILE` for what is no text, `FILE_TOO_LARGE`; as `Volume.open`
 * @example await readPart(session, { path: 'a.log', part: { end: 'last', lines: 20 } }, call)
 */
export async function readPart(session: Session, request: ReadPartRequest, call: Call): Promise<PartOutcome> {
  const { path, part } = request;
  using file = await openFile(session, path);
  const { realPath, size } = file;
  if (part === null) assertFileSize(session, file, { verb: 'read', path });
  try {
    const content = await sniff(file);
    // A document is read whole, whatever part of its text is asked for.
    if (content.kind !== 'text' && request.office === 'text' && mayBeOffice(content.mimeType))
      assertFileSize(session, file, { verb: 'read', path });
    const outcome =
      content.kind !== 'text'
        ? await officeLines(file, { ...request, mimeType: content.mimeType }, call)
        : part === null
          ? await wholeText(file)
          : await someLines({ file, path, part, format: content }, call);
    if (call.requireRead) await session.ledger.saw(file);
    return { kind: 'part', path, realPath, size, ...outcome, ...guessOf(file) };
  } catch (error) {
    throw errorAbout(path, error);
  }
}

type Text = Pick<PartOutcome, 'text' | 'startLine' | 'isCut' | 'encoding'>;

async function wholeText(file: OpenFile): Promise<Text> {
  const document = await readDocument(file);
  return { text: textOf(document), startLine: 1, isCut: false, encoding: document.format.encoding };
}

const ALL_LINES: FilePart = { from: 1, to: Number.POSITIVE_INFINITY };

/** Lines of a document of Office. @throws ToolError `UNSUPPORTED_FILE` for any other file without text */
async function officeLines(
  file: OpenFile,
  { path, part, office, mimeType }: ReadPartRequest & { readonly mimeType: string | null },
  call: Call,
): Promise<Text> {
  const shown = office === 'text' ? await openOfficeText(file, { path, mimeType, signal: call.signal }) : null;
  if (shown === null) throw notText(path, file.size, mimeType);
  return await someLines({ ...shown, path, part: part ?? ALL_LINES }, call);
}

interface PartRequest {
  readonly file: OpenFile;
  readonly path: string;
  readonly part: FilePart;
  readonly format: TextFormat;
}

async function someLines({ file, path, part, format }: PartRequest, call: Call): Promise<Text> {
  if ('from' in part && part.to < part.from) {
    return { text: '', startLine: part.from, isCut: false, encoding: format.encoding };
  }
  const window = await windowOf(file, format, { part, maxLineLength: call.maxResponseSize });
  const request = { path, window, as: { binary: 'refuse' } } as const;
  const { lines, startLine, isBounded, encoding } = await readText({ file, request, call }, format);
  const text = lines.map((line) => line.text + line.ending).join('');
  return { text, startLine, isCut: isBounded || lines.some(({ fullLength }) => fullLength !== null), encoding };
}

interface Bounds {
  readonly part: FilePart;
  /** A longer line is over the limit of the response by itself. */
  readonly maxLineLength: number;
}

async function windowOf(file: OpenFile, format: TextFormat, { part, maxLineLength }: Bounds): Promise<LineWindow> {
  const whole = { maxLines: Number.POSITIVE_INFINITY, maxLineLength };
  if ('from' in part) {
    const { from, to } = part;
    return { ...whole, startLine: from, ...(Number.isFinite(to) && { endLine: to }), pastEnd: 'empty' };
  }
  if (part.end === 'first') return { ...whole, endLine: part.lines };
  const total = await countAllLines(file, format);
  return { ...whole, startLine: Math.max(1, total - part.lines + 1), pastEnd: 'empty' };
}

function notText(path: string, size: number, mimeType: string | null): ToolError {
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, size, mimeType }, `Cannot read "${path}": binary content`);
}
