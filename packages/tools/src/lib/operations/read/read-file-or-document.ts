import type { FaultyNotebookOutcome, NotebookOutcome, ReadFileOrDocumentOutcome } from '@dragoman/outcomes';
import type { DocumentOutcome } from '@dragoman/outcomes/internal/parts';
import type { TextFormat } from '@dragoman/text/internal/text';
import { noNotebook } from '../../notebook/no-notebook.ts';
import type { Call, Session } from '../../session.ts';
import { openFile } from './open-file.ts';
import { type ReadContext, type ReadFileRequest, readOpened, readText } from './read-file.ts';
import { readNotebook } from './read-notebook.ts';
import { type PageRange, readPdf } from './read-pdf.ts';

/** Request of `ReadFileRequest`'s form; in a notebook, lines count cells. */
export interface ReadFileOrDocumentRequest extends ReadFileRequest {
  /** Pages of a PDF. */
  readonly pages?: PageRange | undefined;
  /** Answer for a file named as a notebook that is none: its text, as by default, or `UNSUPPORTED_FILE`. */
  readonly faultyNotebook?: 'text' | 'refuse';
  /** Pixels of the largest side of a picture in a notebook that is shown. Default 8000. */
  readonly maxPictureSide?: number;
}

/**
 * Reads like `readFile`, but gives the text of a PDF's pages, and a notebook's cells, which are counted as lines are.
 * @example await readFileOrDocument(session, { path: 'a.pdf', window: { maxLines: 100, maxLineLength: 2000 }, as: { binary: 'facts' } }, call)
 */
export async function readFileOrDocument(
  session: Session,
  request: ReadFileOrDocumentRequest,
  call: Call,
): Promise<ReadFileOrDocumentOutcome> {
  const { path, pages } = request;
  const { maxResponseSize, signal } = call;
  using file = await openFile(session, path);
  const reading = { file, request, call };
  return await readOpened<DocumentOutcome>(session, reading, (content) => {
    if (content.kind === 'pdf') return readPdf(file, { path, pages, maxPageChars: maxResponseSize, signal });
    const isNotebook = file.size > 0 && [file.realPath, path].some((name) => /\.ipynb$/i.test(name));
    return content.kind === 'text' && isNotebook ? readAsNotebook(reading, content) : null;
  });
}

async function readAsNotebook(
  reading: ReadContext & { readonly request: ReadFileOrDocumentRequest },
  format: TextFormat,
): Promise<NotebookOutcome | FaultyNotebookOutcome> {
  const { path, window, faultyNotebook = 'text', maxPictureSide = 8000 } = reading.request;
  const { startLine = 1, maxLines, pastEnd = 'refuse' } = window;
  const query = { path, first: startLine - 1, maxCells: maxLines, maxPictureSide, pastEnd };
  const read = await readNotebook(reading.file, query);
  if ('kind' in read) return read;
  if (faultyNotebook === 'refuse') throw noNotebook(path, read.fault);
  return { kind: 'faulty-notebook', ...read, text: await readText(reading, format) };
}
