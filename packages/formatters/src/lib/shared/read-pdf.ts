import type { PdfOutcome } from '@dragoman/outcomes';
import type { PdfFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { notedSections } from './sections.ts';

/** The text of a PDF, page by page, and how to go on if pages remain. */
export function readPdf(outcome: PdfOutcome, { limit }: Reader): FormattedResult<PdfFacts> {
  const { path, realPath, size, pages, firstPage, totalPages } = outcome;
  if (pages.length === 0) {
    const facts: PdfFacts = { kind: 'pdf', path, realPath, size, totalPages, firstPage: 0, lastPage: 0 };
    return { content: [text('(no pages)')], outcome: facts };
  }
  const sections = pages.map((page) => [text(`--- Page ${page.number} of ${totalPages} ---\n${pageText(page)}`)]);
  const { content, count } = notedSections(sections, {
    limit,
    notesAfter: (shown) => [...readingNotes(outcome), ...restNote(outcome, firstPage + shown - 1)],
    cutNote: `[Page ${firstPage} goes on: it is over the response size limit.]`,
  });
  const facts: PdfFacts = { kind: 'pdf', path, realPath, size, totalPages, firstPage, lastPage: firstPage + count - 1 };
  return { content, outcome: facts };
}

function pageText({ text }: PdfOutcome['pages'][number]): string {
  if (text === null) return '(this page is damaged and cannot be read)';
  return text.trim() === '' ? '(no text on this page)' : text.trimEnd();
}

function readingNotes({ pages, hasUnmappedText, endedBy }: PdfOutcome): string[] {
  const notes: string[] = [];
  if (hasUnmappedText) {
    notes.push('[Some text is missing: it is in a Chinese, Japanese or Korean font that the PDF does not hold.]');
  } else if (pages.every(({ text }) => text?.trim() === '')) {
    notes.push('[No text found: the pages may be images only, as those of a scan are.]');
  }
  if (endedBy !== null) notes.push(`[Reading ended early: it took too much ${endedBy}.]`);
  return notes;
}

function restNote({ firstPage, totalPages }: PdfOutcome, lastPage: number): string[] {
  if (lastPage >= totalPages) return [];
  const next = lastPage + 1;
  const pages = next === totalPages ? `${next}` : `${next}-${Math.min(totalPages, lastPage + 20)}`;
  const shown = firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage}-${lastPage}`;
  return [`[Showing ${shown} of ${totalPages}. Use pages="${pages}" to continue.]`];
}
