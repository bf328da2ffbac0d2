import { ToolError } from '@dragoman/fs-core';
import type { FaultyNotebookOutcome, NotebookOutcome, ReadFileOrDocumentOutcome } from '@dragoman/outcomes';
import type { DocumentOutcome } from '@dragoman/outcomes/internal/parts';
import type { TextFormat } from '@dragoman/text/internal/text';
import { noNotebook } from '../../notebook/no-notebook.ts';
import type { Call, Session } from '../../session.ts';
import { openFile } from './open-file.ts';
import { type ReadContext, type ReadFileRequest, readOpened, readText } from './read-file.ts';
import { readNotebook } from './read-notebook.ts';
import { readPdf } from './read-pdf.ts';
import { maxSideIn } from './read-picture.ts';
import { assertFileSize } from './size-limits.ts';

/** Request of `ReadFileRequest`'s form; in a notebook, lines count cells. */
export interface ReadFileOrDocumentRequest extends ReadFileRequest {
  /** Answer for a file named as a notebook that is none: its text, as by default, or `UNSUPPORTED_FILE`. */
  readonly faultyNotebook?: 'text' | 'refuse';
  /** The most pages of a PDF that is read without a range. Default: any number, of which 20 are read. */
  readonly mostPages?: number;
  /** Refuses an empty file whose name is that of an image or a PDF. */
  readonly refusesEmptyMedia?: boolean;
}

// Small print can be read at it; 20 pages are encoded at once.
const MOST_SCAN_SIDE = 2000;

/**
 * Reads like `readFile`, but gives the text of a PDF's pages, and a notebook's cells, which are counted as lines are.
 * @example await readFileOrDocument(session, { path: 'a.pdf', window: { maxLines: 100, maxLineLength: 2000 }, as: { binary: 'facts' } }, call)
 */
export async function readFileOrDocument(
  session: Session,
  request: ReadFileOrDocumentRequest,
  call: Call,
): Promise<ReadFileOrDocumentOutcome> {
  const { path, pages, mostPages: mostUnasked, refusesEmptyMedia = false } = request;
  const { maxResponseSize, signal } = call;
  using file = await openFile(session, path);
  if (refusesEmptyMedia && file.size === 0) assertNoMedia(path);
  const reading = { file, request, call };
  return await readOpened<DocumentOutcome>(session, reading, (content) => {
    if (content.kind === 'pdf') {
      const maxPictureSide = maxSideIn(session, MOST_SCAN_SIDE);
      return readPdf(file, { path, pages, mostUnasked, maxPageChars: maxResponseSize, maxPictureSide, signal });
    }
    const isNotebook = file.size > 0 && [file.realPath, path].some((name) => /\.ipynb$/i.test(name));
    if (content.kind !== 'text' || !isNotebook) return null;
    assertFileSize(session, file, { verb: 'read', path });
    return readAsNotebook(session, reading, content);
  });
}

async function readAsNotebook(
  session: Session,
  reading: ReadContext & { readonly request: ReadFileOrDocumentRequest },
  format: TextFormat,
): Promise<NotebookOutcome | FaultyNotebookOutcome> {
  const { path, window, faultyNotebook = 'text' } = reading.request;
  const { startLine = 1, maxLines, pastEnd = 'refuse' } = window;
  const maxPictureSide = maxSideIn(session, reading.request.maxPictureSide);
  const { signal } = reading.call;
  const query = { path, first: startLine - 1, maxCells: maxLines, maxPictureSide, pastEnd, signal };
  const read = await readNotebook(reading.file, query);
  if ('kind' in read) return read;
  if (faultyNotebook === 'refuse') throw noNotebook(path, read.fault);
  return { kind: 'faulty-notebook', ...read, text: await readText(reading, format) };
}

/** @throws ToolError `UNSUPPORTED_FILE` for an empty file whose name promises what a model sees */
function assertNoMedia(path: string): void {
  const [, extension = ''] = /\.(png|jpe?g|gif|webp|pdf)$/i.exec(path) ?? [];
  if (extension === '') return;
  const mimeType = /^pdf$/i.test(extension) ? 'application/pdf' : 'image/*';
  throw new ToolError({ code: 'UNSUPPORTED_FILE', path, size: 0, mimeType }, `Cannot read "${path}": it is empty`);
}
