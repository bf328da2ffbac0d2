import type { FaultyNotebookOutcome, ReadFileOrDocumentOutcome, TextOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { ImageFacts, NotebookFacts, PdfFacts, TextFacts } from '../facts.ts';
import type { Reader } from '../reader.ts';
import type { Rendered } from '../rendered.ts';
import { cutText, TEXT_GAP } from '../shared/bounded-text.ts';
import { cutNote } from '../shared/cut-note.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { numberedLines } from '../shared/numbered-lines.ts';
import { textFacts } from '../shared/text-facts.ts';
import { besides } from '../shared/text-limit.ts';
import { readNotebook } from './read-notebook.ts';
import { readPdf } from './read-pdf.ts';

/** What `Read` of dialect `claude-code` shows of a file. */
export function read(
  outcome: ReadFileOrDocumentOutcome,
  reader: Reader,
): Rendered<TextFacts | ImageFacts | PdfFacts | NotebookFacts, undefined> {
  switch (outcome.kind) {
    case 'text':
      return readText(outcome, reader);
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
    case 'directory':
      throw new TypeError(`Read never gives a ${outcome.kind} outcome`);
  }
}

function readFaultyNotebook(
  { fault, text: lines }: FaultyNotebookOutcome,
  reader: Reader,
): Rendered<TextFacts, undefined> {
  const note = `[Not a notebook: ${fault}. Shown as text.]`;
  const { content, ...rest } = readText(lines, { ...reader, limit: besides(reader.limit, note + TEXT_GAP) });
  return { ...rest, content: [text(note), ...content] };
}

function readText(outcome: TextOutcome, { limit, display }: Reader): Rendered<TextFacts, undefined> {
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
