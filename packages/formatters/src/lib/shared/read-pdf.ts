import type { PdfOutcome } from '@dragoman/outcomes';
import type { PdfPage } from '@dragoman/outcomes/internal/parts';
import type { PdfFacts } from '../facts.ts';
import { type ContentBlock, type FormattedResult, type Reader, text } from '../formatter.ts';
import { TEXT_GAP } from './bounded-text.ts';
import { boundedPictures } from './notebook-outputs.ts';
import { notedSections } from './sections.ts';
import { beginningWithin, besides, type TextLimit } from './text-limit.ts';

/** The text of a PDF, page by page, and how to go on if pages remain. */
export function readPdf(outcome: PdfOutcome, { limit }: Reader): FormattedResult<PdfFacts> {
  const { path, realPath, size, pages, firstPage, totalPages } = outcome;
  if (pages.length === 0) {
    const facts: PdfFacts = { kind: 'pdf', path, realPath, size, totalPages, firstPage: 0, lastPage: 0 };
    return { content: [text('(no pages)')], outcome: facts };
  }
  const { sections } = boundedPictures(pages.map((page) => pageBlocks(page, outcome)));
  const { content, count } = notedSections(sections, {
    limit,
    notesAfter: (shown) => [...readingNotes(outcome), ...restNote(outcome, firstPage + shown - 1)],
    cutNote: (notes) => beginningOfPage(outcome, { limit, notes }),
  });
  const facts: PdfFacts = { kind: 'pdf', path, realPath, size, totalPages, firstPage, lastPage: firstPage + count - 1 };
  return { content, outcome: facts };
}

function pageBlocks(page: PdfPage, { totalPages, firstPage, offset = 1 }: PdfOutcome): ContentBlock[] {
  const start = page.number === firstPage ? offset : 1;
  const shown = text(`${heading(page, totalPages)}${pageText(page, start)}`);
  const { picture } = page;
  if (picture === undefined || picture === 'unshown') return [shown];
  return [shown, { type: 'image', mimeType: picture.mimeType, data: Buffer.from(picture.data).toString('base64') }];
}

function heading({ number }: PdfPage, totalPages: number): string {
  return `--- Page ${number} of ${totalPages} ---\n`;
}

function pageText({ text, picture }: PdfPage, start: number): string {
  if (text === null) return '(this page is damaged and cannot be read)';
  if (text.trim() !== '') return text.trimEnd();
  if (start > 1) return `(this page ends before offset ${start})`;
  return picture === 'unshown' ? '(no text on this page, and pictures that cannot be shown)' : '(no text on this page)';
}

interface PageRoom {
  readonly limit: TextLimit;
  readonly notes: readonly string[];
}

/** The beginning of the first page, as much as fits, whole lines if it has any that short, and where it goes on. */
function beginningOfPage({ pages: [page], totalPages, offset = 1 }: PdfOutcome, { limit, notes }: PageRoom): string {
  if (page === undefined) return '';
  const whole = page.text ?? '';
  const endFor = (next: number) =>
    `\n${[`[Page ${page.number} goes on: pages "${page.number}" with offset ${next}.]`, ...notes].join(TEXT_GAP)}`;
  const head = heading(page, totalPages);
  const room = besides(limit, `${head}${endFor(offset + whole.length)}`);
  const beginning = beginningWithin(whole, room);
  // The newline is the next part's: at the end of this one it would be lost among those before the note.
  const end = whole[beginning.length] === '\n' ? beginning.length : beginning.lastIndexOf('\n');
  const shown = end > 0 ? beginning.slice(0, end) : beginning || whole.slice(0, 1);
  return beginningWithin(`${head}${shown}${endFor(offset + shown.length)}`, limit);
}

function readingNotes({ pages, offset = 1, hasUnmappedText, endedBy }: PdfOutcome): string[] {
  const notes: string[] = [];
  if (hasUnmappedText) {
    notes.push('[Some text is missing: it is in a Chinese, Japanese or Korean font that the PDF does not hold.]');
  } else if (pages.every(({ text, picture }) => text?.trim() === '' && picture === undefined) && offset === 1) {
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
