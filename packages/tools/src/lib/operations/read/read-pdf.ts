import { type OpenFile, ToolError } from '@dragoman/fs-core';
import type { PdfOutcome } from '@dragoman/outcomes';
import { PICTURE_BOUND } from './read-picture.ts';

/** Pages, 1-based and inclusive; a last one beyond the end means the end. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
  /** Position in the text of the first page, 1-based, in UTF-16 units. Default: its beginning. */
  readonly offset?: number;
}

export interface PdfQuery {
  /** The path as the caller gave it. */
  readonly path: string;
  /** Default: from the first page on. */
  readonly pages?: PageRange | undefined;
  /** The most pages of a document that is read without a range. Default: any number. */
  readonly mostUnasked?: number | undefined;
  /** UTF-16 units: no more text of one page is returned. */
  readonly maxPageChars: number;
  /** Pixels of the largest side of a picture that a page consists of. */
  readonly maxPictureSide: number;
  readonly signal?: AbortSignal | undefined;
}

/** @throws ToolError `UNSUPPORTED_FILE` for a PDF that does not open: damaged, encrypted, or none at all */
export async function assertPdfOpens(file: OpenFile, signal: AbortSignal | undefined): Promise<void> {
  const { readPages } = await import('../../pdf/read-pages.ts');
  const bytes = new Uint8Array(file.size);
  await file.read(bytes, 0);
  await readPages({ bytes, first: 1, last: 1, maxPageChars: 1 }, { signal });
}

const MOST_PAGES = 20;

/** Reads the text of at most 20 pages of a PDF. */
export async function readPdf(file: OpenFile, query: PdfQuery): Promise<PdfOutcome> {
  const { path, pages: range, mostUnasked = Infinity, maxPageChars, maxPictureSide, signal } = query;
  const { readPages } = await import('../../pdf/read-pages.ts');
  const { first = 1, offset = 1 } = range ?? {};
  const last = Math.min(range?.last ?? Infinity, first + MOST_PAGES - 1);
  const pictures = { maxSide: maxPictureSide, maxBytes: PICTURE_BOUND.bytes };
  const bytes = new Uint8Array(file.size);
  await file.read(bytes, 0);
  const { totalPages, pages, hasUnmappedText, endedBy } = await readPages(
    { bytes, first, last, offset, maxPageChars, pictures },
    { signal },
  );
  if (range !== undefined && first > totalPages) {
    const message = `Cannot read from page ${first} of "${path}": it has ${totalPages} pages`;
    throw new ToolError({ code: 'INVALID_RANGE', problem: 'past-page', path, page: first, totalPages }, message);
  }
  if (range === undefined && totalPages > mostUnasked)
    throw new ToolError(
      { code: 'INVALID_ARGUMENT', problem: 'many-pages', totalPages },
      'Too many pages to read at once',
    );
  const { realPath, size } = file;
  return { kind: 'pdf', path, realPath, size, totalPages, firstPage: first, offset, pages, hasUnmappedText, endedBy };
}
