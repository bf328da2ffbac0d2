import type { FaultyNotebookOutcome, ReadFileOrDocumentOutcome, TextOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { cutNote } from '../shared/cut-note.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { beginningOf, notedLines } from '../shared/numbered-lines.ts';
import { textFacts } from '../shared/text-facts.ts';
import { readNotebook } from './read-notebook.ts';
import { readPdf } from './read-pdf.ts';

/** What `Read` of dialect `claude-code` shows of a file. */
export function read(outcome: ReadFileOrDocumentOutcome, limits: RenderLimits): Rendered {
  switch (outcome.kind) {
    case 'text':
      return readText(outcome, limits);
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: imageBlocks(outcome), outcome: facts };
    }
    case 'pdf':
      return readPdf(outcome, limits);
    case 'notebook':
      return readNotebook(outcome, limits);
    case 'faulty-notebook':
      return readFaultyNotebook(outcome, limits);
    case 'binary':
    case 'directory':
      throw new TypeError(`Read never gives a ${outcome.kind} outcome`);
  }
}

function readFaultyNotebook({ fault, text: lines }: FaultyNotebookOutcome, { maxBytes }: RenderLimits): Rendered {
  const note = `[Not a notebook: ${fault}. Shown as text.]`;
  const { content, ...rest } = readText(lines, { maxBytes: maxBytes - note.length - 1 });
  return { ...rest, content: [text(note), ...content] };
}

function readText(outcome: TextOutcome, { maxBytes }: RenderLimits): Rendered {
  const { startLine, lines, more, totalLines } = outcome;
  if (lines.length === 0) return { content: [text('(empty file)')], outcome: textFacts(outcome, 0) };

  const noteAfter = (count: number) =>
    more || count < lines.length ? remainNote(startLine, startLine + count - 1, totalLines) : '';
  const shown = notedLines(lines, { startLine, maxBytes, cutNote, noteAfter });
  if (shown.count === 0) {
    const note = `[Line ${startLine} alone exceeds the response size limit. Use offset=${startLine + 1} to continue.]`;
    return {
      content: [text(beginningOf(lines, { startLine, maxBytes, cutNote }, note))],
      outcome: textFacts(outcome, startLine),
    };
  }
  return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + shown.count - 1) };
}

function remainNote(startLine: number, endLine: number, totalLines: number | null): string {
  const of = totalLines === null ? '' : ` of ${totalLines}`;
  return `[Showing lines ${startLine}-${endLine}${of}; more lines follow. Use offset=${endLine + 1} to continue.]`;
}
