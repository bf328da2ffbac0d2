import type { CellOutput, NotebookCell, NotebookOutcome } from '@dragoman/outcomes/internal/parts';
import type { NotebookFacts } from '../facts.ts';
import { type ContentBlock, type FormattedResult, type Reader, text } from '../formatter.ts';
import { cutNote } from '../shared/cut-note.ts';
import { boundedPictures, pictureBlocks, unshownText } from '../shared/notebook-outputs.ts';
import { printableName, withoutControls } from '../shared/printable.ts';
import { notedSections } from '../shared/sections.ts';

/** The cells of a notebook with their outputs, pictures among them, and how to go on if cells remain. */
export function readNotebook(outcome: NotebookOutcome, { limit }: Reader): FormattedResult<NotebookFacts> {
  const { path, realPath, size, format, language, cells, totalCells } = outcome;
  const facts = { kind: 'notebook' as const, path, realPath, size, format, language, totalCells };
  if (cells.length === 0) return { content: [text('(no cells)')], outcome: { ...facts, cells: 0 } };

  const { sections, picturesNote } = boundedPictures(cells.map(cellBlocks));
  const { content, count } = notedSections(sections, {
    limit,
    notesAfter: (shown) => [...picturesNote(shown), ...restNote(outcome, shown)],
    cutNote: '[This cell goes on: it is over the response size limit. Grep finds what it holds.]',
  });
  return { content, outcome: { ...facts, cells: count } };
}

function restNote({ cells, totalCells }: NotebookOutcome, count: number): string[] {
  const first = cells[0]?.index ?? 0;
  const next = first + count;
  if (next >= totalCells) return [];
  const shown = count === 1 ? `cell ${first}` : `cells ${first}-${next - 1}`;
  return [`[Showing ${shown} of ${totalCells}. Use offset=${next + 1} to continue.]`];
}

function cellBlocks({ index, id, type, executionCount, source, outputs }: NotebookCell): ContentBlock[] {
  const facts = [
    type,
    ...(id === null ? [] : [`id ${id}`]),
    ...(executionCount === null ? [] : [`execution ${executionCount}`]),
  ];
  const body = cutLines(withoutControls(source).trimEnd()) || '(empty)';
  return [text(`--- Cell ${index}: ${printableName(facts.join(', '))} ---\n${body}`), ...outputs.flatMap(outputBlocks)];
}

function outputBlocks(output: CellOutput): ContentBlock[] {
  switch (output.kind) {
    case 'image': {
      const { mimeType, name } = output;
      return [text(`${headingOf(name, mimeType)}:`), ...pictureBlocks(output)];
    }
    case 'unshown':
      return [text(`${headingOf(output.name, output.mimeType)}:\n${unshownText(output)}`)];
    case 'error':
      return textBlocks('error', output.traceback || output.headline);
    case 'text':
      return textBlocks(output.label, output.text);
  }
}

function headingOf(name: string | null, mimeType: string): string {
  return name === null ? `Output (${printableName(mimeType)})` : `Attachment ${printableName(name)}`;
}

function textBlocks(label: string, whole: string): ContentBlock[] {
  const shown = withoutControls(whole).trimEnd();
  return shown === '' ? [] : [text(`Output (${printableName(label)}):\n${cutText(cutLines(shown))}`)];
}

const MOST_OUTPUT_CHARS = 10_000;
const MOST_LINE_CHARS = 2_000;

function cutText(whole: string): string {
  if (whole.length <= MOST_OUTPUT_CHARS) return whole;
  return `${firstChars(whole, MOST_OUTPUT_CHARS)}\n[This output goes on: it has ${whole.length} characters.]`;
}

function cutLines(whole: string): string {
  return whole
    .split('\n')
    .map((line) =>
      line.length <= MOST_LINE_CHARS ? line : `${firstChars(line, MOST_LINE_CHARS)}${cutNote([...line].length)}`,
    )
    .join('\n');
}

/** Never splits a pair of surrogates. */
function firstChars(whole: string, count: number): string {
  return whole.slice(0, count).replace(/[\ud800-\udbff]$/, '');
}
