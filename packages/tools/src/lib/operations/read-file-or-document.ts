import type { OpenFile, TextFormat } from '@dragoman/fs-core';
import type { Call, Session } from '../session.ts';
import { type ReadFileOutcome, type ReadFileRequest, readFileUnless, readText, type TextOutcome } from './read-file.ts';
import { type NotebookOutcome, readNotebook } from './read-notebook.ts';
import { type PageRange, type PdfOutcome, readPdf } from './read-pdf.ts';

/** As `ReadFileRequest`; in a notebook, lines count cells. */
export interface ReadFileOrDocumentRequest extends ReadFileRequest {
  /** Of a PDF. */
  readonly pages?: PageRange | undefined;
}

/** As `ReadFileOutcome`, or the content of a PDF or a notebook. */
export type ReadFileOrDocumentOutcome = ReadFileOutcome | PdfOutcome | NotebookOutcome | FaultyNotebookOutcome;

/** A file named as a notebook that is none, as text. */
export interface FaultyNotebookOutcome {
  readonly kind: 'faulty-notebook';
  /** Why it is no notebook. */
  readonly fault: string;
  readonly text: TextOutcome;
}

/** As `readFile`, but gives the text of a PDF's pages, and a notebook's cells, which are counted as lines are. */
export function readFileOrDocument(
  session: Session,
  request: ReadFileOrDocumentRequest,
  call: Call,
): Promise<ReadFileOrDocumentOutcome> {
  const { path, pages } = request;
  return readFileUnless<PdfOutcome | NotebookOutcome | FaultyNotebookOutcome>(
    session,
    request,
    call,
    (file, content) => {
      const { maxResponseSize, signal } = call;
      if (content.kind === 'pdf') return readPdf(file, { path, pages, maxPageChars: maxResponseSize, signal });
      if (content.kind !== 'text' || file.size === 0 || !isNotebook(file.realPath, path)) return null;
      return readAsNotebook(file, content, request, call);
    },
  );
}

async function readAsNotebook(
  file: OpenFile,
  format: TextFormat,
  request: ReadFileOrDocumentRequest,
  call: Call,
): Promise<NotebookOutcome | FaultyNotebookOutcome> {
  const { path, startLine = 1, maxLines } = request;
  const read = await readNotebook(file, { path, first: startLine - 1, maxCells: maxLines });
  if ('kind' in read) return read;
  return { kind: 'faulty-notebook', ...read, text: await readText(file, format, request, call) };
}

function isNotebook(...paths: readonly string[]): boolean {
  return paths.some((path) => /\.ipynb$/i.test(path));
}
