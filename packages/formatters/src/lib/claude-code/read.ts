import type { Failure, FailureOf } from '@dragoman/fs-core';
import type { FaultyNotebookOutcome, ReadFileOrDocumentOutcome, TextOutcome } from '@dragoman/outcomes';
import type { ImageFacts, NotebookFacts, PdfFacts, TextFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, text } from '../formatter.ts';
import { cutText, TEXT_GAP } from '../shared/bounded-text.ts';
import { counted } from '../shared/counted.ts';
import { cutNote } from '../shared/cut-note.ts';
import { withGuess } from '../shared/encoding-guess.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { NOTEBOOK_FAULTS } from '../shared/notebook-faults.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { numberedLines } from '../shared/numbered-lines.ts';
import { readPdf } from '../shared/read-pdf.ts';
import { formatSize } from '../shared/size.ts';
import { textFacts } from '../shared/text-facts.ts';
import { besides } from '../shared/text-limit.ts';
import { fileMissing, toolFailed } from './failure.ts';
import { readNotebook } from './read-notebook.ts';

/** Result of `Read` of dialect `claude-code` for a file. @example read(outcome, { limit: { bytes: 20_000 } }) */
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
    case 'notebook':
      return readNotebook(outcome, reader);
    case 'faulty-notebook':
      return readFaultyNotebook(outcome, reader);
    case 'binary':
      throw new TypeError('Read never gives a binary outcome');
  }
}

function readFaultyNotebook({ fault, text: lines }: FaultyNotebookOutcome, reader: Reader): FormattedResult<TextFacts> {
  const note = `[Not a notebook: ${NOTEBOOK_FAULTS[fault]}. Shown as text.]`;
  const { content, ...rest } = readText(lines, { ...reader, limit: besides(reader.limit, note + TEXT_GAP) });
  return { ...rest, content: [text(note), ...content] };
}

function readText(outcome: TextOutcome, { limit, display }: Reader): FormattedResult<TextFacts> {
  const { startLine, lines, more, totalLines } = outcome;
  if (lines.length === 0) return { content: [text('(empty file)')], outcome: textFacts(outcome, 0) };

  const numbered = numberedLines(lines, { startLine, cutNote, mark: display?.mark });
  const notesAfter = (count: number) =>
    more || count < lines.length ? [remainNote(startLine, startLine + count - 1, totalLines)] : [];
  const shown = notedLines(numbered, { limit, notesAfter });
  if (shown.count === 0) {
    const note = `[Line ${startLine} alone exceeds the response size limit. Use offset=${startLine + 1} to continue.]`;
    return { content: [text(cutText(numbered[0] ?? '', limit, note))], outcome: textFacts(outcome, startLine) };
  }
  return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + shown.count - 1) };
}

function remainNote(startLine: number, endLine: number, totalLines: number | null): string {
  const of = totalLines === null ? '' : ` of ${totalLines}`;
  return `[Showing lines ${startLine}-${endLine}${of}; more lines follow. Use offset=${endLine + 1} to continue.]`;
}

/** Explains a failure of `Read`. @example readFailed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }) */
export function readFailed(failure: Failure, args: Arguments): string {
  const path = String(args.file_path);
  switch (failure.code) {
    case 'NOT_FOUND':
      return fileMissing(failure, path);
    case 'IS_DIRECTORY':
      return `Cannot read directory: ${path}`;
    case 'INVALID_RANGE':
      return pastEnd(path, failure);
    case 'TIMEOUT':
      return failure.problem === 'pdf' ? `Cannot read PDF: ${path} takes too long to read` : toolFailed(failure);
    case 'UNSUPPORTED_FILE':
      return unsupported(path, failure) ?? toolFailed(failure);
    default:
      return toolFailed(failure);
  }
}

function unsupported(path: string, failure: FailureOf<'UNSUPPORTED_FILE'>): string | null {
  if (!('mimeType' in failure) || failure.picture !== undefined || failure.office !== undefined) return null;
  const { reason, size } = failure;
  if (reason !== undefined) return `Cannot read PDF: ${path} ${PDF_FAULTS[reason]}`;
  return size === undefined ? null : `Cannot display binary file: ${path} (${formatSize(size)})`;
}

const PDF_FAULTS = {
  encrypted: 'is encrypted, and opens with a password only',
  damaged: 'is damaged',
  memory: 'takes too much memory to read',
} as const;

function pastEnd(path: string, failure: FailureOf<'INVALID_RANGE'>): string {
  switch (failure.problem) {
    case 'lines':
      return `Offset ${failure.startLine} is past the end: ${path} has ${counted(failure.totalLines ?? 0, 'line')}`;
    case 'past-page': {
      const { page, totalPages, unit = 'page' } = failure;
      const name = { page: 'Page', sheet: 'Sheet', slide: 'Slide' }[unit];
      return `${name} ${page} is past the end: ${path} has ${counted(totalPages, unit)}`;
    }
    case 'past-cell':
      return `Offset ${failure.cell + 1} is past the end: ${path} has ${counted(failure.totalCells, 'cell')}`;
    case 'past-entry':
    case 'pages':
      return toolFailed(failure);
  }
}
