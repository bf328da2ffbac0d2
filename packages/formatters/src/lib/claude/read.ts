import type { ReadFileOrDocumentOutcome, TextOutcome } from '@dragoman/outcomes';
import type { ImageFacts, NotebookFacts, PdfFacts, TextFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { imageBlocks } from '../shared/image-blocks.ts';
import { notedLines } from '../shared/noted-lines.ts';
import { textFacts } from '../shared/text-facts.ts';

/** Result of `Read` of dialect `claude` for a file. @example read(outcome, { limit: { bytes: 20_000 } }) */
export function read(
  outcome: ReadFileOrDocumentOutcome,
  reader: Reader,
): FormattedResult<TextFacts | ImageFacts | PdfFacts | NotebookFacts> {
  switch (outcome.kind) {
    case 'text':
      return readText(outcome, reader);
    case 'image': {
      const { data, ...facts } = outcome;
      return { content: imageBlocks(outcome), outcome: facts };
    }
    case 'faulty-notebook':
      return readText(outcome.text, reader);
    case 'pdf':
    case 'notebook':
    case 'binary':
      throw new TypeError(`Read does not show ${outcome.kind} yet`);
  }
}

function readText(outcome: TextOutcome, { limit }: Reader): FormattedResult<TextFacts> {
  const { startLine, lines } = outcome;
  const numbered = lines.map(({ text: line }, index) => `${startLine + index}\t${line}`);
  const shown = notedLines(numbered, { limit, notesAfter: () => [] });
  return { content: [text(shown.text)], outcome: textFacts(outcome, startLine + shown.count - 1) };
}
