import type { Failure, FailureOf } from '@dragoman/fs-core';
import type { ProblemOf } from '@dragoman/fs-core/internal/kernel';
import type { ReadFileOrDocumentOutcome, TextOutcome } from '@dragoman/outcomes';
import type { ImageFacts, NotebookFacts, PdfFacts, TextFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text, unmarked } from '../formatter.ts';
import { cutText } from '../shared/bounded-text.ts';
import { counted } from '../shared/counted.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { readPdf } from '../shared/read-pdf.ts';
import { textFacts } from '../shared/text-facts.ts';
import { lastName } from './absolute-path.ts';
import { toolFailed } from './failure.ts';
import { readNotebook } from './read-notebook.ts';

/** Result of `Read` of dialect `claude` for a file. @example read(outcome, { limit: { bytes: 20_000 } }) */
export function read(
  outcome: ReadFileOrDocumentOutcome,
  reader: Reader,
): FormattedResult<TextFacts | ImageFacts | PdfFacts | NotebookFacts> {
  switch (outcome.kind) {
    case 'text':
      return withGuess(outcome, reader, (within) => readText(outcome, within));
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: imageBlocks(outcome), outcome: facts };
    }
    case 'pdf':
      return readPdf(outcome, reader);
    case 'faulty-notebook':
      return withGuess(outcome.text, reader, (within) => readText(outcome.text, within));
    case 'notebook':
      return readNotebook(outcome, reader);
    case 'binary':
      throw new TypeError(`Read does not show ${outcome.kind}`);
  }
}

function readText(outcome: TextOutcome, { limit, display }: Reader): FormattedResult<TextFacts> {
  const { startLine, lines, totalLines } = outcome;
  if (lines.length === 0) return { content: [text(nothingThere(outcome))], outcome: textFacts(outcome, 0) };
  const { mark = unmarked } = display ?? {};
  const numbered = lines.map(({ text: line }, index) => `${mark('number', String(startLine + index))}\t${line}`);
  const remains = (count: number) => outcome.isBounded || count < lines.length;
  const notesAfter = (count: number) => {
    const last = startLine + count - 1;
    if (!remains(count)) return [];
    return [
      `[Showing lines ${startLine}-${last} of ${totalLines}; more lines follow. Use offset=${last + 1} to continue.]`,
    ];
  };
  const shown = notedLines(numbered, { limit, notesAfter });
  if (shown.count > 0) return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + shown.count - 1) };
  const next = remains(1) ? `; use offset=${startLine + 1} to continue` : '';
  const note = `[Line ${startLine} of ${totalLines} is cut: it is over the response size limit${next}.]`;
  return { content: [text(cutText(numbered[0] ?? '', limit, note))], outcome: textFacts(outcome, startLine) };
}

function nothingThere({ startLine, totalLines }: TextOutcome): string {
  if (!totalLines && startLine === 1) return 'Warning: the file exists but the contents are empty.';
  return `Warning: the file exists but is shorter than the provided offset (${startLine}). The file has ${totalLines || 1} lines.`;
}

/**
 * Explains a failure of `Read`.
 * @example readFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/p', limit: { bytes: 20_000 } })
 */
export function readFailed(failure: Failure, args: Arguments, scene: Scene): string {
  const path = String(args.file_path).trim();
  switch (failure.code) {
    case 'UNSUPPORTED_FILE':
      return 'mimeType' in failure && failure.picture === undefined && failure.office === undefined
        ? unsupported(path, failure)
        : toolFailed(failure, args, scene);
    case 'INVALID_RANGE':
      if (failure.problem === 'pages') return invalidPages(failure.pages);
      if (failure.problem !== 'past-page') return toolFailed(failure, args, scene);
      return pastPage(failure);
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'pages') return invalidPages(failure.pages);
      if (failure.problem === 'many-pages') return tooManyPages(failure);
      return toolFailed(failure, args, scene);
    case 'TIMEOUT':
      return failure.problem === 'pdf' ? `The PDF takes too long to read: ${path}` : toolFailed(failure, args, scene);
    default:
      return toolFailed(failure, args, scene);
  }
}

type Unsupported = Extract<FailureOf<'UNSUPPORTED_FILE'>, { mimeType: unknown }>;

const PDF_FAULTS = {
  encrypted: 'is password-protected',
  damaged: 'is damaged',
  memory: 'takes too much memory to read',
} as const;

function unsupported(path: string, { reason, size, mimeType }: Unsupported): string {
  if (reason !== undefined) return `The PDF ${PDF_FAULTS[reason]}: ${path}`;
  if (size === 0) return `The ${mimeType === 'application/pdf' ? 'PDF' : 'image'} file is empty: ${path}`;
  const [, extension = ''] = /\.([^.]+)$/.exec(lastName(path)) ?? [];
  const kind = extension === '' ? 'binary file' : `binary .${extension} file`;
  return `This tool cannot read binary files. The file appears to be a ${kind}. Use other tools for it.`;
}

function pastPage({ page, totalPages, unit }: ProblemOf<'INVALID_RANGE', 'past-page'>): string {
  const total = unit === undefined ? `PDF has ${totalPages} pages` : `it has ${counted(totalPages, unit)}`;
  return `Requested ${unit ?? 'page'} ${page} is outside the document (${total}).`;
}

function invalidPages(pages: string): string {
  return `Invalid pages parameter: "${pages}". Use a page or a range such as "3", "1-5" or "7-"; pages begin at 1.`;
}

function tooManyPages({ pages, totalPages }: { readonly pages?: string; readonly totalPages?: number }): string {
  if (pages !== undefined) return `Page range "${pages}" exceeds maximum of 20 pages per request. Use a smaller range.`;
  return `This PDF has ${totalPages} pages, which is too many to read at once. Use pages to read a range of them (e.g. pages: "1-5"), 20 at most.`;
}
